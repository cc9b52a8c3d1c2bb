import type { Language } from '@bonisa/domain/languages';

/** The words of pages that need no build of the web application. */
export interface PlainWords {
  readonly offline: string;
  readonly needsNetwork: string;
  readonly goesOn: string;
  readonly oneMoment: string;
  readonly notAvailable: string;
  readonly tooManyRequests: string;
  readonly changesNothing: string;
  readonly tryAgain: string;
  readonly goHome: string;
  readonly help: string;
  /** The label of the logo, which leads home. */
  readonly home: string;
  /** Labels of shortcuts that an installed site offers (web app manifest). */
  readonly offers: string;
  readonly browse: string;
  readonly myList: string;
  readonly helpAndSupport: string;
}

/** Those of other languages than English are to be reviewed by a speaker. */
export const PLAIN_WORDS: Readonly<Record<Language, PlainWords>> = {
  en: {
    offline: 'You are offline',
    needsNetwork:
      'This page needs the internet, and your phone has none at the moment. Check that mobile data or Wi-Fi is on and that there is signal.',
    goesOn:
      'Being offline changes nothing about a subscription: if you have one, it goes on, and its price is taken when it is due, until you stop it.',
    oneMoment: 'One moment, please',
    notAvailable: 'The service is not available at the moment. Please try again in a few seconds.',
    tooManyRequests: 'Too many requests, try later.',
    changesNothing:
      'Trying again changes nothing about a subscription: if you have one, it goes on, and its price is taken when it is due, until you stop it.',
    tryAgain: 'Try again',
    goHome: 'Go to Home',
    help: 'Help',
    home: 'home',
    offers: 'series, films, comedy and music, paid with airtime.',
    browse: 'Browse',
    myList: 'My List',
    helpAndSupport: 'Help & Support',
  },
  zu: {
    offline: 'Awuxhunyiwe ku-inthanethi',
    needsNetwork:
      'Leli khasi lidinga i-inthanethi, kodwa ifoni yakho ayinayo okwamanje. Hlola ukuthi idatha yeselula noma i-Wi-Fi ivuliwe nokuthi kunesignali.',
    goesOn:
      'Ukungaxhumi akushintshi lutho ngokubhalisa kwakho: uma ubhalisile, kuyaqhubeka, futhi intengo ithathwa ngesikhathi sayo, uze ukumise.',
    oneMoment: 'Umzuzwana, ngiyacela',
    notAvailable: 'Insiza ayitholakali okwamanje. Sicela uzame futhi emva kwemizuzwana embalwa.',
    tooManyRequests: 'Izicelo ziningi kakhulu, zama kamuva.',
    changesNothing:
      'Ukuzama futhi akushintshi lutho ngokubhalisa kwakho: uma ubhalisile, kuyaqhubeka, futhi intengo ithathwa ngesikhathi sayo, uze ukumise.',
    tryAgain: 'Zama futhi',
    goHome: 'Iya Ekhaya',
    help: 'Usizo',
    home: 'ekhaya',
    offers: 'uchungechunge, amafilimu, amahlaya nomculo, kukhokhwa nge-airtime.',
    browse: 'Phequlula',
    myList: 'Uhlu Lwami',
    helpAndSupport: 'Usizo Nokwesekwa',
  },
  xh: {
    offline: 'Akukho intanethi',
    needsNetwork:
      'Eli phepha lifuna i-intanethi, kodwa ifowuni yakho ayinayo okwangoku. Jonga ukuba idatha yefowuni okanye i-Wi-Fi ivuliwe nokuba kukho umqondiso.',
    goesOn:
      'Ukungaqhagamshelwa akutshintshi nto ngobhaliso lwakho: ukuba ubhalisile, luyaqhubeka, kwaye ixabiso lithathwa ngexesha lalo, ude ulumise.',
    oneMoment: 'Umzuzwana, nceda',
    notAvailable: 'Inkonzo ayifumaneki okwangoku. Nceda uzame kwakhona emva kwemizuzwana embalwa.',
    tooManyRequests: 'Izicelo zininzi kakhulu, zama kamva.',
    changesNothing:
      'Ukuzama kwakhona akutshintshi nto ngobhaliso lwakho: ukuba ubhalisile, luyaqhubeka, kwaye ixabiso lithathwa ngexesha lalo, ude ulumise.',
    tryAgain: 'Zama kwakhona',
    goHome: 'Yiya Ekhaya',
    help: 'Uncedo',
    home: 'ekhaya',
    offers: 'uthotho, iifilim, uburharha nomculo, kuhlawulwa nge-airtime.',
    browse: 'Khangela',
    myList: 'Uluhlu Lwam',
    helpAndSupport: 'Uncedo Nenkxaso',
  },
  af: {
    offline: 'Jy is van die net af',
    needsNetwork:
      'Hierdie bladsy het die internet nodig, en jou foon het op die oomblik geen verbinding nie. Kyk of mobiele data of Wi-Fi aan is en of daar sein is.',
    goesOn:
      'Sonder verbinding verander niks aan ’n intekening nie: as jy een het, gaan dit aan, en die prys word gevra wanneer dit betaalbaar is, totdat jy dit stop.',
    oneMoment: 'Een oomblik, asseblief',
    notAvailable:
      'Die diens is nie nou beskikbaar nie. Probeer asseblief oor ’n paar sekondes weer.',
    tooManyRequests: 'Te veel versoeke, probeer later.',
    changesNothing:
      'Om weer te probeer verander niks aan ’n intekening nie: as jy een het, gaan dit aan, en die prys word gevra wanneer dit betaalbaar is, totdat jy dit stop.',
    tryAgain: 'Probeer weer',
    goHome: 'Gaan na Tuis',
    help: 'Hulp',
    home: 'tuis',
    offers: 'reekse, films, komedie en musiek, met lugtyd betaal.',
    browse: 'Blaai',
    myList: 'My Lys',
    helpAndSupport: 'Hulp en Ondersteuning',
  },
  st: {
    offline: 'Ha o a hokelwa inthaneteng',
    needsNetwork:
      'Leqephe lena le hloka inthanete, mme fono ya hao ha e na yona hajwale. Sheba hore data ya selefouno kapa Wi-Fi e buletswe le hore ho na le letshwao.',
    goesOn:
      'Ho se hokelwe ha ho fetole letho ka peeletso ya hao: haeba o na le yona, e a tswela pele, mme theko e nkuwa ka nako ya yona, ho fihlela o e emisa.',
    oneMoment: 'Motsotswana, ka kopo',
    notAvailable:
      'Tshebeletso ha e fumanehe hajwale. Ka kopo leka hape kamora metsotswana e mmalwa.',
    tooManyRequests: 'Dikopo di ngata haholo, leka hamorao.',
    changesNothing:
      'Ho leka hape ha ho fetole letho ka peeletso ya hao: haeba o na le yona, e a tswela pele, mme theko e nkuwa ka nako ya yona, ho fihlela o e emisa.',
    tryAgain: 'Leka hape',
    goHome: 'Eya Lehae',
    help: 'Thuso',
    home: 'lehae',
    offers: 'ditshwantshiso, difilimi, metlae le mmino, di lefuwa ka airtime.',
    browse: 'Batla',
    myList: 'Lenane la Ka',
    helpAndSupport: 'Thuso le Tshehetso',
  },
};

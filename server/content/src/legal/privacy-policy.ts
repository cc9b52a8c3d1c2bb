import type { LegalPage } from '@bonisa/contract/legal-page-data';
import type { LegalText } from '@bonisa/kit/brand/legal-text';
import { ourPrivacyVersion } from '@bonisa/kit/brand/legal-versions';
import type { Operator } from '../operator.ts';
import { contact, legalPage, ownLegalPage, type Section } from './legal-page.ts';

/**
 * The privacy policy under the Protection of Personal Information Act 4 of 2013 (POPIA). It
 * describes what this software does, and no more. `own` is the operator's own text, which takes its
 * place.
 */
export function privacyPolicyOf(operator: Operator, own?: LegalText): LegalPage {
  const title = 'Privacy policy';
  if (own) return ownLegalPage(title, own, operator);
  return legalPage(title, ourPrivacyVersion(operator.tagManager), [
    ...dataAndPurposes(operator),
    ...storageAndRetention(operator),
    ...yourRights(operator),
  ]);
}

function dataAndPurposes(operator: Operator): Section[] {
  const { service, company, address, carrier, tagManager } = operator;
  return [
    [
      'Who is responsible',
      `${company} runs ${service} and is the responsible party under the Protection of Personal Information Act (POPIA). Our address: ${address === '' ? 'customer care names it to you' : address}.`,
      `Our information officer is the head of ${company} or whoever was registered with the Information Regulator in that place, and can be reached like customer care: ${contact(operator)}. Please say that it is for the information officer.`,
      'Our manual under the Promotion of Access to Information Act (PAIA) says how to ask for records; it is sent to you on request, free of charge.',
    ],
    [
      'What we collect',
      `Your mobile number: from you, or from ${carrier} when you use its connection and it passes the number to us.`,
      'Your subscription: what you chose, the words and price that were shown to you, when you agreed, how your number was proven, the address on the network and the kind of browser from which you agreed, and what was charged.',
      'Your viewing: which titles you play and how far, your list, your ratings and what you write to us.',
      'Technical traces: address on the network, browser, errors and the quality of playback. Our logs never hold your number.',
      'Figures without a person: how long a title took to start, how often it stalled, over what kind of network and with how many megabytes it came. And what is searched for: words are stored once five people have searched for them, without who they were; the words of fewer people are not.',
      'We do not ask for your name, identity number, bank details or location, and we read neither your contacts nor your messages.',
    ],
    [
      'Why we may use it',
      'To give you the service that you agreed to, to charge for it and to answer you (your contract with us, section 11(1)(b) of POPIA).',
      'To keep proof of your agreement and of what was charged (duties under law and the WASPA Code of Conduct, section 11(1)(c)).',
      'To keep fraud away from your airtime and to make the service better (your and our legitimate interest, section 11(1)(d) and (f)). Part of this is judged by software alone, for example whether Accept was pressed by a person; if you were refused wrongly, customer care looks at it by hand.',
      'For advertising only with your consent, which you can take back at any time (section 69).',
    ],
    [
      'Cookies and storage on your device',
      'Your phone may also keep a small page of ours that it shows when there is no network. It holds nothing about you.',
      'We use one cookie that keeps you signed in, one that tells a page whether you are and, if you choose a language, one that remembers it for a year. On your device we keep what the service needs to work: where you stopped watching, your package, and what you entered in the last steps. None of this follows you to other sites.',
      tagManager === ''
        ? 'No other company sets cookies here.'
        : `Our pages also load Google Tag Manager (container ${tagManager}) and through it what ${company} has chosen for statistics and advertising, such as Google Analytics. Google, and whoever else is loaded so, learns which pages you open and sets cookies of its own, which your browser can refuse or delete; customer care tells you who they are.`,
    ],
  ];
}

function storageAndRetention({ carrier }: Operator): Section[] {
  return [
    [
      'Who else receives it',
      `We pass on to ${carrier} what it needs to send you messages, to prove your number and to take the price. We use companies that run computers and networks for us, who act only on our instructions under a written agreement (section 21). We answer WASPA or an authority when a complaint or the law requires it. We sell your information to nobody.`,
      'If one of these companies works outside South Africa, we see to it that your information is protected there as POPIA demands (section 72).',
    ],
    [
      'How long we keep it',
      'Proof of your agreement, of every charge and of the messages between us: three years after your subscription has ended, and what tax law asks for five years. Viewing and lists: until you delete them, or twelve months after your subscription has ended. What you wrote to us: two years. Technical traces: at most 90 days. How a single play went: a week; the sums of all plays, in which nobody is named, for longer. Sessions: 30 days after they were last used.',
    ],
    [
      'How we protect it',
      'Connections are encrypted. One-time codes live for minutes and only for one use; the keys of sessions are stored only as fingerprints; your number stands in no log and no address. Only people who need it for their work can see your information, and what they look at is recorded.',
      'If your information comes into wrong hands in spite of this, we tell you and the Information Regulator as section 22 of POPIA requires.',
    ],
    [
      'Children',
      'The service is not meant for children without a parent or guardian. We do not knowingly take a child’s information without their consent (section 34 of POPIA); if it happened, tell us and we delete it.',
    ],
  ];
}

function yourRights(operator: Operator): Section[] {
  return [
    [
      'Your rights',
      'You may ask what we hold about you and receive a copy, free of charge (section 23). You may have it corrected or deleted (section 24), object to its use (section 11(3)), and take back a consent. What the law makes us keep, such as proof of charges, we lock away instead of deleting it.',
      `You can do most of this yourself in My Account: see your payments and what you agreed to, download everything that we keep about your number as one file, and have it deleted. Deleting ends your subscription and every session, and removes your list, your viewing and what you wrote to us; the proof of charges and agreements stays, without use, for the time above, and a mark that cannot be turned back into your number, by which we know that its free day was used or that it was blocked. For everything else ${contact(operator)}. We answer within 30 days and first make sure that the number is yours.`,
    ],
    [
      'Complaints',
      'Please tell us first. You may complain at any time to the Information Regulator (South Africa), www.inforegulator.org.za; its form 5 is for complaints, and it costs nothing.',
    ],
    [
      'Changes',
      'When this policy changes we say so on the site, and in a message where the change matters to you, before it applies.',
    ],
  ];
}

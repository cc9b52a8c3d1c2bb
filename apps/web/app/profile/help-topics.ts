import type { ShownPackage } from '@bonisa/contract/site-config';
import { formatRand } from '@bonisa/domain/rand';

/** A question with its answer in paragraphs. */
export interface HelpTopic {
  /** The anchor of a single question: `#stop`. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  /** Synonyms for the search. */
  readonly also: string;
}

export interface HelpBrand {
  readonly name: string;
  readonly carrier: string;
  readonly supportNumber: string;
  readonly supportEmail: string;
}

/** `R5.00 a day, R10.00 a week or R25.00 a month` */
function prices(packages: readonly ShownPackage[]): string {
  const each = packages.map(({ price, period }) => `R${formatRand(price)} a ${period}`);
  const last = each.at(-1) ?? '';
  return each.length > 1 ? `${each.slice(0, -1).join(', ')} or ${last}` : last;
}

/** The most frequent questions of callers, in the order in which they need them. */
export function helpTopics(
  brand: HelpBrand,
  packages: readonly ShownPackage[],
): readonly HelpTopic[] {
  return [
    ...moneyTopics(brand, packages),
    ...accessTopics(brand),
    ...watchingTopics(brand),
    ...trustTopics(brand),
  ];
}

function moneyTopics(
  { name, carrier, supportNumber }: HelpBrand,
  packages: readonly ShownPackage[],
): HelpTopic[] {
  const free = packages.some(({ trial }) => trial)
    ? ' If your number has never subscribed before, the first day is free.'
    : '';
  return [
    {
      id: 'prices',
      question: 'What does it cost?',
      answer: [
        `${name} costs ${prices(packages)}: you choose. VAT is inside the price and there is no other fee.${free}`,
        'The price is taken from your airtime or added to your account again at the end of each day, week or month, until you stop. Data is apart: your network charges for it as usual.',
      ],
      also: 'price fee charge free trial first day daily weekly monthly subscription package bundle rand how much',
    },
    {
      id: 'stop',
      question: 'How do I stop?',
      answer: [
        'Reply STOP to any of our messages, or press Cancel subscription in My Account, or call us. It is free, works at once, and we confirm it with a message.',
        'No more airtime is taken from then on. What you have paid for can be watched to the end of its time. STOP ALL ends everything and keeps us from offering you another subscription.',
      ],
      also: 'cancel unsubscribe end quit opt out stop all',
    },
    {
      id: 'change-package',
      question: 'Can I change from daily to weekly or monthly?',
      answer: [
        'Yes: My Account, Change package. The new package begins when the time that you have paid for ends: nothing is taken on the day of the change, and you can take it back until then. A dearer package can begin at once where you choose Now, and its price is taken then; My Account says which of both before you press Accept.',
      ],
      also: 'switch upgrade downgrade plan bundle',
    },
    {
      id: 'airtime',
      question: 'What happens when I have too little airtime?',
      answer: [
        'When you subscribe, we tell you and take nothing: load airtime and press Accept again.',
        'When a renewal could not be paid, you can go on watching for two days. After that it is paused until there is airtime: recharge, and it goes on at once. My Account says when we try again. A period is never charged twice, and nothing is saved up against you.',
      ],
      also: 'insufficient balance recharge top up load money no airtime hold',
    },
    {
      id: 'wrong-charge',
      question: 'Airtime was taken and I do not know why. How do I get it back?',
      answer: [
        `Look in My Account first: every payment stands there with its date. If one is wrong (taken twice, after you stopped, or without your agreement), call ${supportNumber}. We look it up with ${carrier} and pay back what was wrongly taken within 30 days at most.`,
        'The words and the price that you agreed to stand in My Account, too.',
      ],
      also: 'refund money back double charge deducted stolen fraud did not subscribe dispute wasp',
    },
  ];
}

function accessTopics({ carrier, supportNumber }: HelpBrand): HelpTopic[] {
  return [
    {
      id: 'otp',
      question: 'My OTP does not come. What can I do?',
      answer: [
        'It comes by SMS, mostly within a minute. Check the number on the screen (Change leads back to it), that there is signal, and that your messages are not full. Then press Resend OTP. Only the newest OTP counts, and it lives for a few minutes.',
        `On ${carrier}’s own mobile data you may not need one: switch Wi-Fi off and open the page again. If nothing helps, call ${supportNumber}. We never ask you for your OTP.`,
      ],
      also: 'pin code sms one-time not received invalid timed out expired resend verification',
    },
    {
      id: 'sign-in',
      question: 'How do I sign in on another phone, tablet or computer?',
      answer: [
        'Open Profile, My Account, and enter the same number. We send an OTP to that number and you are in: no password. Signing in again costs nothing.',
        'Lost a phone? Sign out everywhere in My Account ends every session of your number.',
      ],
      also: 'login log in second device password account tv desktop lost stolen phone',
    },
    {
      id: 'new-number',
      question: 'I have a new number. What now?',
      answer: [
        'Your number is your account. Stop the subscription of the old number first (reply STOP from it, or call us if it is gone), then subscribe with the new one. Lists stay with their number; customer care can help where the old SIM is lost.',
        `If you keep your number but move it to another network, the subscription ends, since only ${carrier} can take the price.`,
      ],
      also: 'change number sim swap port porting ported network lost sim recycled',
    },
    {
      id: 'blocked',
      question: 'It says that content services are blocked for my number',
      answer: [
        `A block was set for your number with ${carrier}, by you or whoever pays for it. On that screen you can unblock this service only; all else stays blocked. If you had sent us STOP ALL, call ${supportNumber} to be let in again.`,
      ],
      also: 'content block wasp block consent unblock refused',
    },
  ];
}

function watchingTopics({ name }: HelpBrand): HelpTopic[] {
  return [
    {
      id: 'data',
      question: 'How much data does watching use?',
      answer: [
        'Each Watch button says it before you press: for example 4 MB, or for live the megabytes of a minute. It counts the whole title at the choice in force.',
        'Four choices stand in the player, under Settings: Audio only, Saver, Standard and Best. Your choice is remembered, one for mobile data and one for Wi-Fi. On mobile data Saver is chosen for you, nothing begins by itself, and an episode follows another only where you ask for it.',
        'Profile, Data use shows what this phone has used today and this month. With a budget it warns you at 80 % and asks you at the end.',
      ],
      also: 'megabytes mb gb gigabyte bundle data saver save cost wifi wi-fi budget limit audio only standard best',
    },
    {
      id: 'quality',
      question: 'The picture is blurred, or it stops and starts',
      answer: [
        `${name} follows your connection: when it is slow, the picture gets simpler so that it goes on playing, never above your choice. Move to better signal, close other downloads, or choose Saver in the player, which stops less often.`,
        'If it still fails, note the title and the time and send us Feedback, or call.',
      ],
      also: 'buffering slow freeze lag resolution hd pixel loading error does not play black screen sound',
    },
    {
      id: 'languages',
      question: 'Which languages are there? Are there captions?',
      answer: [
        'Titles come in South Africa’s languages: the one that is spoken stands on each title, and its page names all that there are. Wherever a title has captions, they are in the player: on and off in its bar, size and colours under Settings.',
      ],
      also: 'isizulu isixhosa afrikaans sesotho setswana english subtitles dub translation caption',
    },
    {
      id: 'devices',
      question: 'On how many devices can I watch at the same time?',
      answer: [
        'You can be signed in on all of them, and a package plays on a limited number at once. If another device is playing, we name it and you can stop it there and go on here.',
      ],
      also: 'device limit two phones same time simultaneous stop other family share',
    },
    {
      id: 'live',
      question: 'How does live television work?',
      answer: [
        'Live, under Browse, is the guide: what each channel shows now and next, and the days to come. Watch live joins it, Start over begins the programme again, and you can go back two hours. The bell of a programme reminds you on this device while a page of ours is open.',
      ],
      also: 'tv channel guide schedule programme reminder start over now next',
    },
    {
      id: 'children',
      question: 'How do I know what is fit for children?',
      answer: [
        'Every title shows its age rating and advice letters of the Film and Publication Board, for example 13 V L: from 13, violence and language. Parents and guardians decide; please do not leave a child alone with a title that is not meant for them.',
      ],
      also: 'kids parental rating age restriction fpb letters meaning',
    },
    {
      id: 'my-list',
      question: 'Where are my list and what I had begun to watch?',
      answer: [
        'My List stands beside Home and Browse; add any title with its plus sign. What you had begun stands on Home under Continue watching, and starts where you stopped. Both are with your number, so they are on every device where you sign in.',
      ],
      also: 'favourites save bookmark resume continue history watch later',
    },
  ];
}

function trustTopics({ supportNumber, supportEmail }: HelpBrand): HelpTopic[] {
  const write = supportEmail === '' ? '' : ` or write to ${supportEmail}`;
  return [
    {
      id: 'my-data',
      question: 'What do you keep about me, and how do I have it deleted?',
      answer: [
        'Your number, your subscription and payments, your list and what you watch. No name, no bank card. In My Account you can download all of it and delete it. The privacy policy says why we keep what, and for how long.',
      ],
      also: 'privacy popia personal information download delete remove account',
    },
    {
      id: 'complaints',
      question: 'I want to complain',
      answer: [
        `Please tell us first: call ${supportNumber}${write}. We answer within three working days and resolve it within 15 working days.`,
        'If you are not satisfied, you can turn to WASPA (www.waspa.org.za), the National Consumer Commission (www.thencc.org.za) or, about personal information, the Information Regulator (www.inforegulator.org.za).',
      ],
      also: 'complaint waspa ombud icasa regulator unhappy report',
    },
  ];
}

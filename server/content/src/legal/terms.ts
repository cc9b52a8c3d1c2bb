import type { LegalPage } from '@bonisa/contract/legal-page-data';
import type { LegalText } from '@bonisa/kit/brand/legal-text';
import { TERMS_VERSION } from '@bonisa/kit/brand/legal-versions';
import type { Operator } from '../operator.ts';
import { contact, legalPage, ownLegalPage, priceList, type Section } from './legal-page.ts';

/**
 * The terms of the service, for South Africa: Electronic Communications and Transactions Act 25 of
 * 2002 (ss. 43, 44), Consumer Protection Act 68 of 2008, the WASPA Code of Conduct, Films and
 * Publications Act 65 of 1996. `own` is the operator's own text, which takes its place.
 */
export function termsOf(operator: Operator, own?: LegalText): LegalPage {
  const title = 'Terms and conditions';
  if (own) return ownLegalPage(title, own, operator);
  return legalPage(title, TERMS_VERSION, [
    ...service(operator),
    ...money(operator),
    ...ending(operator),
    ...rules(operator),
  ]);
}

function service(operator: Operator): Section[] {
  const { service: name, company, address, carrier, publicUrl } = operator;
  return [
    [
      'Who we are',
      `${name} is a subscription service for watching video, run by ${company} (“we”, “us”) at ${publicUrl}.`,
      `Our physical address, where legal documents may be served: ${address === '' ? 'customer care names it to you' : address}.`,
      `You can always reach us: ${contact(operator)}. A call costs no more than your network’s ordinary rate.`,
      `What section 43 of the Electronic Communications and Transactions Act asks for besides (our registration number and place, the names of those who direct ${company}, our membership of industry bodies) is sent to you on request by customer care, free of charge.`,
    ],
    [
      'What these terms are',
      'These terms are the agreement between you and us. You accept them when you press Accept on the confirmation screen. Before you press it you see the price, how often it is charged and the number that pays, and you can go back, correct what you entered, or leave with Decline or Exit without owing anything.',
      'We keep a record of the words and the price that were shown to you, of the time, and of how your number was proven, for three years after your subscription has ended. You find it in My Account, and may ask us for it and for a copy of these terms as they were then.',
      'There is no minimum time: a subscription lasts from one period to the next, and ends when you stop it.',
    ],
    [
      'The service',
      `${name} lets you stream videos on a phone, tablet or computer with a current browser. What is on offer changes over time. Pictures and sound adapt to your connection, and each title says about how many megabytes it takes to watch.`,
      'You need a connection to the internet. Your network charges you for data as usual; those charges are not part of our price.',
    ],
    [
      'Who may subscribe',
      `You must be 18 or older, or have the permission of a parent or guardian, and you must have the permission of whoever pays the account or the airtime of the number. The service is for numbers of ${carrier} that may be charged for content services.`,
      'If your number blocks content services, we tell you and subscribe you only if you lift that block for this service yourself. A block that you set with your network for everything stays as it is, and we do not get around it.',
    ],
    [
      'Age ratings',
      'Titles carry the age ratings and consumer advice of the Film and Publication Board. Parents and guardians decide what children may watch; please do not leave a child alone with a title that is not meant for them.',
    ],
  ];
}

function money(operator: Operator): Section[] {
  const { service: name, carrier, packages } = operator;
  const lengths = packages
    .map(
      ({ name: title, price, days }) =>
        `${title}: ${price} for ${days === 1 ? '1 day' : `${days} days`}`,
    )
    .join('. ');
  const costs =
    packages.length > 0
      ? `It costs ${priceList(operator)}, as you choose. ${lengths}.`
      : 'The price of each package is shown before you agree to it.';
  return [
    [
      'Price',
      `This is a subscription service. ${costs} Value-added tax is included, and we add no other fee.`,
      `The price is taken from your airtime or added to your account with ${carrier}. We never charge more than the price that was shown to you, and we do not raise the price of a running subscription or charge more often without your express agreement.`,
      'A package changes only when you accept another one in My Account: its price and words stand there before you do. Usually it begins when the time that you have paid for ends: nothing is taken before, and you can take the change back until then. It begins at once, and its price is taken at once, only where the words above Accept say so: when you choose to begin now, or when nothing that is paid for is left.',
      'Every payment, with the VAT inside it, stands in My Account with its date and outcome.',
    ],
    [
      'A free first day',
      'Where the confirmation screen says that your first day is free, nothing is charged if you stop before that day ends; if you do not, the first charge is taken when it ends. Only a number that has never had a subscription with us can have a free day, and only while we offer one. Otherwise the price is taken when you accept.',
    ],
    [
      'Renewal',
      `Your subscription renews by itself at the end of each period, at the same price, until you stop it. If there is too little airtime at that moment, ${name} may try again later for the same period; a period is never charged twice, and a charge is never split into several. When a period stays unpaid, you cannot watch until it is paid, and after a while the subscription ends by itself.`,
      'We send you a message when you subscribe, a reminder at least once in every calendar month, and a message when the subscription ends. These messages cost you nothing.',
    ],
    [
      'When a charge goes wrong',
      'If a charge was taken twice, taken after you had stopped, or taken without your agreement, tell us: we look it up with your network and pay back what was wrongly taken, as airtime or on your account, within 30 days at most.',
      'If the answer of your network is lost on the way, we ask it again what became of the charge before anything else is done; until then My Account shows the payment as being checked. It is never simply repeated.',
      'We need your number, the day and the amount, no receipts. If we find the charge to be right, we send you the record of your agreement and of the charge, and you may complain as below.',
    ],
  ];
}

function ending(operator: Operator): Section[] {
  const { carrier } = operator;
  return [
    [
      'How to stop',
      `You can stop at any time and free of charge: reply STOP to any of our messages; or open My Account on the site and choose to cancel; or ${contact(operator)}. You may also stop content services through ${carrier} itself. We confirm with a message.`,
      'When you stop, no further charge is taken. What you have paid for stays open to the end of its period. STOP ALL ends every subscription of your number with us and keeps us from offering you another.',
    ],
    [
      'Your right to change your mind',
      'Under section 44 of the Electronic Communications and Transactions Act you may cancel a service within seven days of agreeing to it without giving a reason and without a penalty, and are refunded within 30 days. That right does not apply to a service that began, with your consent, before the seven days were over. By pressing Accept you ask us to open the service to you at once; even so, stopping at any time, and the free first day where you were given one, remain yours.',
      'If you subscribed as a result of direct marketing, section 16 of the Consumer Protection Act gives you five business days to cancel.',
    ],
    [
      'Complaints',
      `Please tell us first: ${contact(operator)}. We answer within three working days and resolve a complaint within 15 working days.`,
      'Have at hand the number, what happened and when, and what you would like us to do. You get a reference by which you can ask after it.',
      'We follow the Code of Conduct of the Wireless Application Service Providers’ Association (WASPA), which can be read at www.waspa.org.za. If you are not satisfied, you can complain to WASPA there, free of charge; its adjudicators can order a refund. You may also turn to the National Consumer Commission (www.thencc.org.za), the Consumer Goods and Services Ombud (www.cgso.org.za) or the Independent Communications Authority of South Africa (www.icasa.org.za).',
    ],
  ];
}

function rules(operator: Operator): Section[] {
  const { service: name, company } = operator;
  return [
    [
      'What you may do with what you watch',
      'Everything you can watch belongs to its makers and is licensed to us. You may watch it yourself and with your household. You may not copy, record, sell or show it in public, nor get around what protects it, nor let others use your access.',
      'We may close access that is used in that way. We tell you why, and you may answer.',
    ],
    [
      'What we answer for',
      'We take care that the service works and is safe, but networks and phones fail, and we cannot promise that it is never interrupted. If you could not watch for a considerable part of a period that you paid for and the reason lay with us, we extend the period or pay the charge back.',
      'Nothing in these terms takes away rights that the Consumer Protection Act or another law gives you, nor our liability for gross negligence or intent.',
    ],
    [
      'Your information',
      'How we treat personal information stands in the privacy policy. You can download and delete what we keep in My Account; deleting also ends the subscription. Our messages about your subscription are part of the service; we send advertising only if you have agreed to it, and you can take that back at any time.',
    ],
    [
      'Changes',
      `We may change these terms, for instance because the law or the service changes. We tell you at least 30 days before in a message or on the site. If you do not agree, you can stop, free of charge. A change never touches the price of a period already paid.`,
    ],
    [
      'Law and courts',
      `South African law applies, and South African courts decide. If a court finds one of these terms not valid, the others stay in force. ${company} may hand ${name} on to another company only if your rights under these terms stay whole.`,
    ],
  ];
}

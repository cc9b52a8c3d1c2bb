import type { Language } from '@bonisa/domain/languages';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import type { SoldPackage } from '../packages/sold-packages.ts';

/**
 * When an accepted price is charged: once it begins, when the paid time ends, or at Accept because
 * that has ended unpaid.
 */
export type Effect = 'later' | 'renewal' | 'now';

/** An Accept of a signed-in viewer. */
export interface AcceptInput {
  readonly subscriberId: number;
  /** When the accepted words say that the price is charged; not every caller names it. */
  readonly effect?: Effect | undefined;
  /** The package's name in the accepted words; not every caller names it. */
  readonly name?: string | undefined;
  /** The language of the words around Accept. */
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
}

export interface PackageChangeInput extends AcceptInput {
  readonly serviceKey: string;
  /** The price that the page showed, in cents; not every caller names it. */
  readonly price?: number | undefined;
  /** Begin now instead of at the end of the paid time; the price is charged now. */
  readonly atOnce?: boolean;
}

/** The Accept of a new price of the held package, as the page showed it. */
export interface AcceptPriceInput extends AcceptInput {
  readonly packageId: string;
  readonly price: number;
  /** When it begins, or began. */
  readonly from: Date;
}

/** What is accepted: a package at a price, from a later instant where it is one. */
export interface Target {
  readonly soldPackage: SoldPackage;
  readonly from?: Date;
}

/** A new price of the held package that its owner is asked to accept. */
export interface PriceOffer {
  readonly package_id: string;
  readonly name: string;
  readonly price: string;
  readonly held_price: string;
  readonly service_period: Package['period'];
  readonly from: string;
  readonly effect: Effect;
  readonly words: string[];
  readonly words_language: Language;
}

/** A package to change to, with the words and terms of the opt-in. */
export interface ChangeOffer {
  readonly service_key: string;
  readonly package_id: string;
  readonly name: string;
  readonly price: string;
  readonly service_period: Package['period'];
  readonly effect: 'renewal' | 'now' | null;
  readonly words: string[];
  readonly at_once_words: string[];
  readonly words_language: Language;
}

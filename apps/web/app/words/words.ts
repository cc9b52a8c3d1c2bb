import { createElement, Fragment, type ReactNode } from 'react';
import type en from './en.json';
import { findText, language } from './find-text.ts';

/** A key of `en.json`, which every other language has too. */
export type WordsKey = keyof typeof en;

type Values = Readonly<Record<string, string | number>>;
type Elements = Readonly<Record<string, (words: string) => ReactNode>>;

const VALUE = /\{(\w+)([^}]*)\}/g;
const ELEMENT = /<(\w+)>(.*?)<\/\w+>/s;
/** A page counts on dozens of tiles: rules are made once for a language. */
const rules: Record<string, Intl.PluralRules> = {};

/**
 * The words of a key in the viewer's language, with its values. The key must be a literal: the
 * build puts the words themselves in its place, those of one language in each set of scripts.
 */
export function say(key: WordsKey, values?: Values): string {
  return fill(findText(key), values);
}

/** As {@link say}, with an element for each `<name>words</name>` of the text. */
export function sayWith(key: WordsKey, elements: Elements, values?: Values): ReactNode {
  const parts = findText(key).split(ELEMENT);
  return parts.map((part, at) => {
    // Text, then the name and the words of an element, and so on.
    if (at % 3 === 2) return null;
    const words = at % 3 === 0 ? part : (parts[at + 1] ?? '');
    const made = fill(words, values);
    return createElement(Fragment, { key: at }, at % 3 === 0 ? made : elements[part]?.(made));
  });
}

function fill(text: string, values: Values | undefined): string {
  return values
    ? text.replace(VALUE, (_, name: string, forms: string) =>
        forms ? pluralForm(forms, Number(values[name])) : String(values[name]),
      )
    : text;
}

function pluralForm(forms: string, count: number): string {
  const texts = new Map(forms.split('|').map((form) => form.split('~') as [string, string]));
  const inLanguage = language();
  rules[inLanguage] ??= new Intl.PluralRules(inLanguage);
  const rule = rules[inLanguage].select(count);
  const text = texts.get(`=${count}`) ?? texts.get(rule) ?? texts.get('other');
  return String(text).replace('#', String(count));
}

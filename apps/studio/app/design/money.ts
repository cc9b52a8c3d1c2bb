import { type Cents, formatRand } from '@bonisa/domain/money/rand';

/** An amount for people: `R1 234.50`, with a no-break space between thousands. */
export function rand(cents: Cents): string {
  const [whole = '0', part = '00'] = formatRand(Math.abs(cents)).split('.');
  return `${cents < 0 ? '−' : ''}R${grouped(whole)}.${part}`;
}

/** A count for people: `1 234 567`. */
export function count(value: number): string {
  return `${value < 0 ? '−' : ''}${grouped(String(Math.abs(value)))}`;
}

/** `1 word`, `2 words`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, '\u00a0');
}

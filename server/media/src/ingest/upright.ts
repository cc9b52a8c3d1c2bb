/**
 * The filters that show a picture as its display matrix says (ISO/IEC 14496-12, 8.3.2.3), with a
 * comma after each: quarter turns, and mirrors. Other angles count as the nearest quarter turn.
 */
export interface Upright {
  readonly filters: string;
  /** Width and height change places. */
  readonly isSideways: boolean;
}

const AS_IT_IS: Upright = { filters: '', isSideways: false };

/** By the signs of a and d, or of b and c, in the matrix `a b u c d v x y w`. */
const STRAIGHT: Readonly<Record<string, string>> = {
  '++': '',
  '-+': 'hflip,',
  '+-': 'vflip,',
  '--': 'hflip,vflip,',
};
const SIDEWAYS: Readonly<Record<string, string>> = {
  '+-': 'transpose=clock,',
  '-+': 'transpose=cclock,',
  '++': 'transpose=cclock_flip,',
  '--': 'transpose=clock_flip,',
};

/** The filters for a display matrix as FFmpeg has it, nine numbers of 32 bits; null: none. */
export function uprightOf(matrix: Buffer | null): Upright {
  if (!matrix || matrix.length < 36) return AS_IT_IS;
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const isSideways = Math.abs(b) + Math.abs(c) > Math.abs(a) + Math.abs(d);
  const filters = isSideways ? SIDEWAYS[signs(b, c)] : STRAIGHT[signs(a, d)];
  return { filters: filters ?? '', isSideways };
}

function signs(...numbers: readonly number[]): string {
  return numbers.map((number) => (number < 0 ? '-' : '+')).join('');
}

import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import {
  attributesOfStyle,
  OWN,
  readStyleRules,
  type StyleRules,
  setOf,
} from './brand-svg-style.ts';
import { SvgRefusal } from './svg-refusal.ts';

/** A drawing without anything but shapes. */
export interface CleanedSvg {
  readonly svg: string;
  /** Of its `viewBox`. */
  readonly width: number;
  readonly height: number;
}

const MOST_BYTES = 40_000;

/** Elements that only draw. No text: its font would be the reader's. */
const ELEMENTS = setOf(`
   svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient
   stop clipPath mask symbol use title`);

/** Attributes that only draw; `use` and gradients may refer to the drawing's own elements. */
const ATTRIBUTES = setOf(`
   xmlns viewBox width height id d x y x1 x2 y1 y2 cx cy r rx ry fx fy points transform fill
   fill-opacity fill-rule clip-rule clip-path mask opacity stroke stroke-width stroke-opacity
   stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset offset
   stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits
   maskUnits preserveAspectRatio href`);

const COLOURS = ['fill', 'stroke', 'stop-color'] as const;

const PREFIX = '@';
const SHAPE = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: PREFIX,
} as const;

type Node = Readonly<Record<string, unknown>>;

/**
 * Keeps the shapes of an SVG drawing and leaves out everything else: scripts, handlers, texts,
 * embedded pages, and references to other files. Simple styles become attributes. Throws an {@link
 * SvgRefusal} for what is no drawing, and for styles that would be lost.
 */
export function cleanedSvg(text: string): CleanedSvg {
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new SvgRefusal(`must have at most ${MOST_BYTES} bytes`);
  // Entities of its own could stand for anything, and for much of it.
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) throw new SvgRefusal('must not declare entities');
  const parser = new XMLParser({
    ...SHAPE,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
  });
  const root = parse(parser, text).find((node) => 'svg' in node);
  if (!root) throw new SvgRefusal('must be an SVG drawing');
  const [width, height] = sizeOf(String(attributesOf(root)['@viewBox'] ?? ''));
  if (!(width > 0 && height > 0)) throw new SvgRefusal('must have a viewBox that begins with 0 0');
  const kept = cleanedNode(root, readStyleRules(stylesOf(root)));
  if (!/"?(?:path|rect|circle|ellipse|polygon|polyline|line)"?:/.test(JSON.stringify(kept)))
    throw new SvgRefusal('must draw a shape');
  const svg: string = new XMLBuilder({ ...SHAPE, processEntities: false }).build([kept]);
  return { svg, width, height };
}

function parse(parser: XMLParser, text: string): Node[] {
  try {
    return parser.parse(text) as Node[];
  } catch {
    throw new SvgRefusal('must be an SVG drawing');
  }
}

function attributesOf(node: Node): Readonly<Record<string, unknown>> {
  return (node[':@'] ?? {}) as Readonly<Record<string, unknown>>;
}

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

/** Width and height of a `viewBox`, whose numbers stand apart by spaces or commas. */
function sizeOf(viewBox: string): readonly [width: number, height: number] {
  const numbers = viewBox.trim().split(/\s*,\s*|\s+/);
  const [x, y, width, height] = numbers.map((text) => (/^[\d.]+$/.test(text) ? Number(text) : -1));
  return numbers.length === 4 && x === 0 && y === 0 ? [width ?? 0, height ?? 0] : [0, 0];
}

/** The text of every `<style>`: it counts for the whole drawing, wherever it is. */
function stylesOf(node: Node): string {
  const children = node[nameOf(node)];
  if (!Array.isArray(children)) return '';
  if (nameOf(node) !== 'style') return children.map(stylesOf).join('\n');
  return children.map((child: Node) => String(child['#text'] ?? '')).join('');
}

function cleanedNode(node: Node, rules: StyleRules): Node | undefined {
  const name = nameOf(node);
  if (!ELEMENTS.has(name)) return undefined;
  const children = (node[name] as readonly Node[]).flatMap((one) => cleanedNode(one, rules) ?? []);
  const attributes = styledAttributes(name, attributesOf(node), rules)
    .map(([key, value]) => [key, value.replace(QUOTED_OWN, 'url($2)')] as const)
    .filter(([key, value]) => isHarmless(key, value))
    .map(([key, value]) => [`${PREFIX}${key}`, value] as const);
  if (name !== 'svg') return { [name]: children, ':@': Object.fromEntries(attributes) };
  // Whoever shows it gives it its size.
  const sized = attributes.filter(([key]) => !/^@(?:width|height|x|y)$/.test(key));
  const own = [`${PREFIX}xmlns`, 'http://www.w3.org/2000/svg'];
  return { svg: children, ':@': Object.fromEntries([...sized, own]) };
}

/** `url("#a")`: attributes are written without quotes in them. */
const QUOTED_OWN = /url\(\s*(['"])(#[^'"()]*)\1\s*\)/gi;

/** The attributes of an element and, in their place where they are the same, those of its style. */
function styledAttributes(
  name: string,
  given: Readonly<Record<string, unknown>>,
  rules: StyleRules,
): [string, string][] {
  const attributes = new Map(
    Object.entries(given).map(([key, value]) => [key.slice(PREFIX.length), String(value)]),
  );
  const classes = attributes.get('class') ?? '';
  const style = attributes.get('style') ?? '';
  for (const [key, value] of attributesOfStyle(rules, { name, classes, style }))
    attributes.set(key, value);
  // A picture has no colour of the page around it, and would be black.
  for (const key of COLOURS)
    if (/currentcolor/i.test(attributes.get(key) ?? ''))
      throw new SvgRefusal(`would lose ${key}="currentColor"; export it with its own colours`);
  const href = attributes.get('xlink:href');
  if (href !== undefined && !attributes.has('href')) attributes.set('href', href);
  return [...attributes];
}

function isHarmless(name: string, value: string): boolean {
  // Nothing that draws needs a quote; a backslash would spell what is looked for in another way.
  if (!ATTRIBUTES.has(name) || /[<>&\\"]/.test(value)) return false;
  if (name === 'href') return value.startsWith('#');
  // A name is no code, whatever words it has in it.
  if (name === 'id' || OWN.test(value)) return true;
  // A colour or a clip may name an element of the drawing, and no other address.
  return !/url\s*\((?!\s*'?#)/i.test(value) && !/script|expression|@import/i.test(value);
}

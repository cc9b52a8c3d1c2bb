import { XMLBuilder, XMLParser } from 'fast-xml-parser';

/** A drawing without anything but shapes. */
export interface CleanedSvg {
  readonly svg: string;
  /** Of its `viewBox`. */
  readonly width: number;
  readonly height: number;
}

/** Thrown for what cannot be used as a drawing; the message is a sentence for an operator. */
export class SvgRefusal extends Error {}

const MOST_BYTES = 40_000;

/** Elements that only draw. No text: its font would be the reader's. */
const ELEMENTS = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask use title'.split(
    ' ',
  ),
);

/** Attributes that only draw; `use` and gradients may refer to the drawing's own elements. */
const ATTRIBUTES = new Set(
  'xmlns viewBox width height id d x y x1 x2 y1 y2 cx cy r rx ry fx fy points transform fill fill-opacity fill-rule clip-rule clip-path mask opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits preserveAspectRatio href'.split(
    ' ',
  ),
);

const PREFIX = '@';
const SHAPE = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: PREFIX,
} as const;

type Node = Readonly<Record<string, unknown>>;

/**
 * Keeps the shapes of an SVG drawing and leaves out everything else: scripts, handlers, styles,
 * texts, embedded pages, and references to other files. Throws an {@link SvgRefusal} for what is no
 * drawing.
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
  const kept = cleanedNode(root);
  const view = /^\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*$/.exec(
    String(attributesOf(root)['@viewBox'] ?? ''),
  );
  const [width, height] = [Number(view?.[1]), Number(view?.[2])];
  if (!kept || !(width > 0 && height > 0))
    throw new SvgRefusal('must have a viewBox that begins with 0 0');
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

function cleanedNode(node: Node): Node | undefined {
  const name = nameOf(node);
  if (!ELEMENTS.has(name)) return undefined;
  const children = (node[name] as readonly Node[]).flatMap((child) => cleanedNode(child) ?? []);
  const attributes = Object.entries(attributesOf(node)).filter(([key, value]) =>
    isHarmless(key.slice(PREFIX.length), String(value)),
  );
  if (name !== 'svg') return { [name]: children, ':@': Object.fromEntries(attributes) };
  // Whoever shows it gives it its size.
  const sized = attributes.filter(([key]) => !/^@(?:width|height|x|y)$/.test(key));
  const own = [`${PREFIX}xmlns`, 'http://www.w3.org/2000/svg'];
  return { svg: children, ':@': Object.fromEntries([...sized, own]) };
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return value.startsWith('#');
  // A backslash would spell what is looked for below in another way.
  if (!ATTRIBUTES.has(name) || /[<>&\\]/.test(value)) return false;
  // A colour or a clip may name an element of the drawing, and no other address.
  return !/url\s*\((?!\s*['"]?#)/i.test(value) && !/script|expression|@import/i.test(value);
}

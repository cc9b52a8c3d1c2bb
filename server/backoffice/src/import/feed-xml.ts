import { HTML_TAGS } from '@bonisa/kit/html-tags';
import { SaxesParser } from 'saxes';
import { MOST_ATTRIBUTES, MOST_DEPTH, MOST_ELEMENTS } from './import-limits.ts';
import { ImportError } from './import-row.ts';

/**
 * Reads the XML of a feed. Elements are named by the address of their namespace, whatever prefix
 * the feed gives it: `media:…`, `dcterms:…` and `dc:…`, and those of RSS without a prefix.
 */

/** An element: its attributes as `@name`, its elements by name as lists, its text as `#text`. */
export type Node = Readonly<Record<string, unknown>>;

/** The namespaces as feeds write them: also http for https, with and without the last slash. */
const NAMESPACES: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/(?:backend\.userland\.com|(?:blogs|cyber)\.law\.harvard\.edu)\//i, ''],
  [/^https?:\/\/(?:\w+\.)*(?:yahoo\.com|rssboard\.org)\/(?:mrss|media-rss)\b/i, 'media'],
  [/^https?:\/\/[^?#]*\b(?:mrss|media-?rss)\b/i, 'media'],
  [/^https?:\/\/(?:www\.)?purl\.org\/dc\/terms\b/i, 'dcterms'],
  [/^https?:\/\/(?:www\.)?purl\.org\/dc(?:\/elements(?:\/1\.\d)?)?\/?#?$/i, 'dc'],
  [/^https?:\/\/(?:www\.)?purl\.org\/rss\/1\.0\/modules\/content\b/i, 'content'],
  [/^https?:\/\/(?:www\.)?brightcove\.tv\/link\b/i, 'bc'],
  [/^https?:\/\/(?:www\.)?itunes\.com\/dtds\/podcast/i, 'itunes'],
];
const KNOWN_PREFIXES = new Set(NAMESPACES.map(([, prefix]) => prefix).filter(Boolean));
/** Elements with a text for people, in which feeds forget to escape the tags of HTML. */
const TEXTS = new Set(['title', 'description', 'media:title', 'media:description']);
/** Elements of RSS that some feeds put into a namespace by a wrong default. */
const STRUCTURE = new Set(['rss', 'channel', 'item']);

type Scope = ReadonlyMap<string, string>;

interface Open {
  readonly node: Record<string, unknown>;
  readonly scope: Scope;
  /** What relative addresses begin with, by `xml:base`. */
  readonly base: string | undefined;
  /** The element has a text; within it the tags of HTML are parts of that text. */
  readonly isText: boolean;
  /** It is such a tag. */
  readonly tag?: string;
}

/** The document, with its root as an element of it. Throws an ImportError. */
export function readFeedXml(xml: string): Node {
  if (/^\s*<(?:!doctype\s+)?html\b/i.test(xml.slice(0, 1000)))
    throw new ImportError('it is a page of HTML, and no feed');
  if (/^\s*(?:[{[]|$)/.test(xml.slice(0, 1000)))
    throw new ImportError('it is JSON or empty, and no feed in XML');
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: Open[] = [{ node: emptyNode(), scope: new Map(), base: undefined, isText: false }];
  const top = (): Open => open.at(-1) as Open;
  let elements = 0;
  let attributes = 0;
  const addText = (text: string): void => {
    const { node } = top();
    node['#text'] = node['#text'] === undefined ? text : `${node['#text']}${text}`;
  };
  parser.on('error', ({ message }) => {
    // Entities of HTML, which descriptions have: they stay, and are read with the text.
    if (/(?:undefined|malformed character) entity/.test(message)) return;
    throw new ImportError(`the feed is no XML: ${bareAmpersand(xml) ?? message}`);
  });
  // A declared entity may be a gigabyte, or a file of this machine. Files of XMLTV name their DTD,
  // which the parser does not read.
  parser.on('doctype', (declared) => {
    if (declared.includes('['))
      throw new ImportError('the feed declares a document type: entities are not allowed');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    elements += 1;
    if (open.length > MOST_DEPTH)
      throw new ImportError(`the feed has more than ${MOST_DEPTH} elements within each other`);
    if (elements > MOST_ELEMENTS)
      throw new ImportError(`the feed has more than ${MOST_ELEMENTS} elements`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES)
      throw new ImportError(`an element has more than ${MOST_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    const outer = top();
    if (outer.isText && HTML_TAGS.has(name.toLowerCase())) {
      addText(`<${name}>`);
      open.push({ ...outer, tag: name });
      return;
    }
    const scope = scopeWithin(outer.scope, name, given);
    const node = emptyNode();
    for (const [attribute, value] of Object.entries(given)) {
      if (/^xmlns(?::|$)/.test(attribute)) continue;
      if (attribute.includes(':')) node[`@${localOf(attribute)}`] ??= value;
      else node[`@${attribute}`] = value;
    }
    const own = given['xml:base'];
    const base = own === undefined ? outer.base : (URL.parse(own, outer.base)?.href ?? outer.base);
    if (base !== undefined) node[BASE] = base;
    const named = nameIn(scope, name);
    const before = outer.node[named] as unknown[] | undefined;
    if (before) before.push(node);
    else outer.node[named] = [node];
    open.push({ node, scope, base, isText: TEXTS.has(named) });
  });
  parser.on('closetag', () => {
    const { tag } = top();
    if (tag) addText(`</${tag}>`);
    open.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser
    .write(
      xml
        .replace(CONTROLS, ' ')
        .replace(/^\uFEFF/, '')
        .trimStart(),
    )
    .close();
  return top().node;
}

/** Where an element has what its relative addresses begin with. */
const BASE = '@xml:base';
/** Characters that no XML may have, which texts bring from other programs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The most frequent fault, where the document has it: the message of the parser is of its end. */
function bareAmpersand(xml: string): string | undefined {
  const plain = xml
    .split('<![CDATA[')
    .map((part, nth) => {
      const end = nth === 0 ? 0 : part.indexOf(']]>') >>> 0;
      return part.slice(0, end).replace(/[^\n]/g, '') + part.slice(end);
    })
    .join('');
  const at = /&(?!#?[a-z0-9]{1,32};)/i.exec(plain)?.index;
  if (at === undefined) return undefined;
  const line = plain.slice(0, at).split('\n').length;
  return `line ${line} has an & that must be written as &amp;`;
}

/** The address that an element names, whole where it is relative to `xml:base` or `from`. */
export function addressIn(node: Node, from: string | undefined): string | undefined {
  const given = textOf(node['@url']);
  if (given === undefined || URL.canParse(given)) return given;
  return URL.parse(given, textOf(node[BASE]) ?? from)?.href ?? given;
}

/** The text of a node or an attribute. */
export function textOf(value: unknown): string | undefined {
  const raw = Array.isArray(value) ? value[0] : value;
  const text = typeof raw === 'object' && raw !== null ? (raw as Node)['#text'] : raw;
  return typeof text === 'string' ? text.toWellFormed().trim() || undefined : undefined;
}

/** The elements of a name. */
export function nodesOf(value: unknown): Node[] {
  return listOf(value).filter((one): one is Node => typeof one === 'object' && one !== null);
}

export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Names of feeds are no properties of JavaScript's objects. */
function emptyNode(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** The prefixes within an element; '' is the default. */
function scopeWithin(outer: Scope, name: string, given: Readonly<Record<string, string>>): Scope {
  const declared = Object.entries(given).flatMap(([attribute, uri]): [string, string][] => {
    if (attribute === 'xmlns') return STRUCTURE.has(name) ? [] : [['', uri]];
    return attribute.startsWith('xmlns:') ? [[attribute.slice(6), uri]] : [];
  });
  return declared.length > 0 ? new Map([...outer, ...declared]) : outer;
}

/** The name of an element by its namespace; by its prefix where the namespace is not known. */
function nameIn(scope: Scope, name: string): string {
  const local = localOf(name);
  const prefix = name.slice(0, Math.max(name.length - local.length - 1, 0));
  const uri = scope.get(prefix) ?? '';
  const [, known] = NAMESPACES.find(([pattern]) => pattern.test(uri)) ?? [];
  const first = known ?? prefix.toLowerCase();
  // A prefix that is declared for something else has not the meaning that it has elsewhere.
  if (known === undefined && URL.canParse(uri) && KNOWN_PREFIXES.has(first))
    return `${first}:${local} of ${uri}`;
  return first === '' || STRUCTURE.has(local) ? local : `${first}:${local}`;
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

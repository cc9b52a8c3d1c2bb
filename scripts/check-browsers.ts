/**
 * Refuses scripts and styles, as they are built, that the oldest browsers of the pages do not read
 * (`apps/web/build-tools/oldest-browsers.ts`): syntax after ES2020, lookbehind, names of the
 * platform that Chrome 80 lacks and `old-browser.js` does not add, and styles that a browser of
 * 2020 drops together with what is around them. Part of `npm run budget`, which has the pages
 * built.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import postcss, { type ChildNode } from 'postcss';

const ROOT = join(import.meta.dirname, '..');
const ASSETS = join(ROOT, 'apps/web/build/client/assets');
/** Scripts that browsers get as they are in the source. */
const AS_WRITTEN = [
  'server/people/src/fraud/guard/guard.press.js',
  'apps/server/src/pages/installable/service-worker.js',
  'apps/web/app/browser/old-browser.js',
];

/** Methods since Chrome 81. */
const NEW_METHODS = new Set(
  (
    'findLastIndex isWellFormed toWellFormed replaceChildren moveBefore ' +
    'checkVisibility setHTMLUnsafe getHTML showPicker showPopover hidePopover togglePopover ' +
    'waitAsync transferToFixedLength symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'
  ).split(' '),
);
/** `Object.groupBy`: functions of global objects since Chrome 81. */
const NEW_FUNCTIONS = new Set(
  (
    'Object.groupBy Map.groupBy Array.fromAsync Promise.any Promise.withResolvers Promise.try ' +
    'AbortSignal.any AbortSignal.timeout AbortSignal.abort URL.canParse URL.parse ' +
    'Response.json Iterator.from RegExp.escape Intl.supportedValuesOf crypto.randomUUID'
  ).split(' '),
);
/** Globals since Chrome 81, which nothing looks for first. */
const NEW_GLOBALS = new Set(
  'structuredClone WeakRef FinalizationRegistry AggregateError Iterator'.split(' '),
);
/** hls.js looks for what it uses, and is fetched by few. */
const LOOKS_FIRST = /(?:^|\/)hls-/;

const NEW_STYLES = /:where\(|color-mix\(|oklch\(|\blab\(/;
const NEW_SELECTOR = /(?:^|[^:-]):(?:is|where)\(|&/;
const NEW_PROPERTY =
  /^(?:inset(?:-.*)?|(?:padding|margin)-(?:inline|block)|translate|rotate|scale)$/;

/** What the oldest browsers do not read in a script, a sentence each. */
export function problemsOfScript(code: string): string[] {
  const problems: string[] = [];
  /** New methods, and the names that the script looks for first (`'showPopover' in dialog`). */
  const methods: string[] = [];
  const lookedFor = new Set<unknown>();
  let program: ReturnType<typeof parse>;
  try {
    program = parse(code, { ecmaVersion: 2020, sourceType: 'module' });
  } catch (error) {
    return [`is not ES2020: ${(error as Error).message}`];
  }
  simple(program, {
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return;
      const name = object.type === 'Identifier' ? `${object.name}.${property.name}` : '';
      if (NEW_FUNCTIONS.has(name)) problems.push(`uses ${name}`);
      if (NEW_METHODS.has(property.name)) methods.push(property.name);
    },
    BinaryExpression({ operator, left }) {
      if (operator !== 'in') return;
      if (left.type === 'Literal') lookedFor.add(left.value);
      if (left.type === 'TemplateLiteral') lookedFor.add(left.quasis[0]?.value.cooked);
    },
    Literal({ raw }) {
      // Safari 16.4.
      if (raw?.startsWith('/') && /\(\?<[=!]/.test(raw)) problems.push(`looks behind in ${raw}`);
    },
    Identifier({ name }) {
      if (NEW_GLOBALS.has(name)) problems.push(`uses ${name}`);
    },
  });
  const unasked = methods.filter((name) => !lookedFor.has(name));
  return [...problems, ...unasked.map((name) => `uses .${name}`)];
}

/** What they drop of a style sheet, a sentence each. */
export function problemsOfStyles(text: string): string[] {
  const problems: string[] = [];
  postcss.parse(text).walk((node) => {
    const problem = problemOf(node);
    if (problem) problems.push(problem);
  });
  return problems;
}

function problemOf(node: ChildNode): string | undefined {
  switch (node.type) {
    case 'atrule':
      // Tailwind's stand-in for @property, for browsers that know layers.
      if (node.name === 'layer' && node.params !== 'properties') return `has @layer ${node.params}`;
      return node.name === 'media' && /[<>]/.test(node.params)
        ? `has a range in @media ${node.params}`
        : undefined;
    case 'rule':
      return NEW_SELECTOR.test(node.selector) && !hasOldTwin(node)
        ? `has the selector ${node.selector}`
        : undefined;
    case 'decl':
      return NEW_PROPERTY.test(node.prop) || NEW_STYLES.test(node.value)
        ? `has ${node.prop}: ${node.value}`
        : undefined;
    default:
      return undefined;
  }
}

/** The compiler writes `:-webkit-any()` before `:is()`. */
function hasOldTwin(rule: ChildNode): boolean {
  for (let before = rule.prev(); before?.type === 'rule'; before = before.prev())
    if (before.selector.includes(':-webkit-any(')) return true;
  return false;
}

if (import.meta.main) {
  const names = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' });
  const read = (file: string) => readFileSync(file, 'utf8');
  const found = [
    ...names
      .filter((name) => name.endsWith('.js') && !LOOKS_FIRST.test(name))
      .map((name) => [name, problemsOfScript(read(join(ASSETS, name)))] as const),
    ...AS_WRITTEN.map((name) => [name, problemsOfScript(read(join(ROOT, name)))] as const),
    ...names
      .filter((name) => name.endsWith('.css'))
      .map((name) => [name, problemsOfStyles(read(join(ASSETS, name)))] as const),
  ].flatMap(([name, problems]) => problems.map((problem) => `${name} ${problem}`));
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}

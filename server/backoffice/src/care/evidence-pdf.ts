import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type EvidenceBlock, type EvidenceContent, evidenceHash } from './evidence-content.ts';
import { runsOf } from './evidence-letters.ts';

const { resolve } = createRequire(import.meta.url);
const FONTS = '@fontsource/bricolage-grotesque/files/bricolage-grotesque';
const REGULAR = resolve(`${FONTS}-latin-400-normal.woff`);
/** The font's files, by weight and by the letters that they have. */
const FILES = {
  regular: { latin: REGULAR, extended: resolve(`${FONTS}-latin-ext-400-normal.woff`) },
  bold: {
    latin: resolve(`${FONTS}-latin-600-normal.woff`),
    extended: resolve(`${FONTS}-latin-ext-600-normal.woff`),
  },
} as const;

const INK = '#1a1a1f';
const SOFT = '#55555f';
const LINE = '#c9c9d2';
const MARGIN = 50;
/** The side of the brand's mark. */
const MARK = 40;
const SIZE = { title: 17, heading: 12, entry: 9.5, text: 9.5, small: 7.5 } as const;

/**
 * The evidence as PDF, in A4 with embedded fonts and nothing from outside, below the brand's mark
 * (a PNG). The document is a
 * stream: its pages are sent as they are made. Every page has its number, and the hash of the
 * content.
 */
export function evidencePdf(content: EvidenceContent, mark: Buffer): PDFKit.PDFDocument {
  const hash = evidenceHash(content);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 64 },
    info: { Title: content.title, Creator: content.service, Producer: 'pdfkit' },
    lang: 'en-ZA',
    autoFirstPage: false,
    font: REGULAR,
  });
  let page = 0;
  doc.on('pageAdded', () => {
    page += 1;
    footer(doc, `Page ${page}`, hash);
    inForce.get(doc)?.();
  });
  doc.addPage();
  head(doc, content, mark);
  section(doc, 'What was accepted: the words and the price as shown', content.optIns);
  section(doc, 'Everything that happened, oldest first', content.timeline);
  doc.moveDown(1);
  write(doc, `SHA-256 of the content of this document: ${hash}`, {
    font: 'bold',
    size: SIZE.small,
  });
  doc.end();
  return doc;
}

interface Style {
  readonly font?: 'regular' | 'bold';
  readonly size: number;
  readonly colour?: string;
}

/** Sets the style of the text that a document is writing: a footer in its midst changes it. */
const inForce = new WeakMap<PDFKit.PDFDocument, () => void>();

function write(doc: PDFKit.PDFDocument, text: string, style: Style): void {
  const { font = 'regular', size, colour = INK } = style;
  const runs = runsOf(text);
  for (const [at, run] of runs.entries()) {
    const apply = () => void doc.font(FILES[font][run.letters]).fontSize(size).fillColor(colour);
    inForce.set(doc, apply);
    apply();
    doc.text(run.text, { lineGap: 1.5, continued: at < runs.length - 1 });
  }
}

function head(doc: PDFKit.PDFDocument, content: EvidenceContent, mark: Buffer): void {
  doc.image(mark, MARGIN, MARGIN, { width: MARK });
  doc.y = MARGIN + MARK + 12;
  write(doc, content.title, { font: 'bold', size: SIZE.title });
  write(doc, content.company, { size: SIZE.text, colour: SOFT });
  doc.moveDown(0.4);
  write(doc, `Number: ${content.number}`, { font: 'bold', size: SIZE.heading });
  const made = `Made ${content.made} by ${content.madeBy}. All times are South African (SAST, UTC+2). Prices include VAT.`;
  write(doc, made, { size: SIZE.text, colour: SOFT });
  doc.moveDown(0.8);
  for (const line of content.summary) write(doc, line, { size: SIZE.text });
}

function section(doc: PDFKit.PDFDocument, heading: string, blocks: readonly EvidenceBlock[]): void {
  doc.moveDown(1.2);
  keepTogether(doc, 90);
  write(doc, heading, { font: 'bold', size: SIZE.heading });
  rule(doc);
  if (blocks.length === 0) write(doc, 'Nothing.', { size: SIZE.text, colour: SOFT });
  for (const one of blocks) block(doc, one);
}

function block(doc: PDFKit.PDFDocument, { heading, text, facts }: EvidenceBlock): void {
  keepTogether(doc, 46);
  write(doc, heading, { font: 'bold', size: SIZE.entry });
  if (text !== '') write(doc, text, { size: SIZE.text });
  const line = facts.map(({ name, value }) => `${name}: ${value}`).join('  ·  ');
  if (line !== '') write(doc, line, { size: SIZE.small, colour: SOFT });
  doc.moveDown(0.6);
}

/** Begins a new page where less than this height is left. */
function keepTogether(doc: PDFKit.PDFDocument, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}

function rule(doc: PDFKit.PDFDocument): void {
  const y = doc.y + 2;
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(LINE);
  doc.y = y + 6;
}

/** Written into the bottom margin, where the text of the page never comes. */
function footer(doc: PDFKit.PDFDocument, page: string, hash: string): void {
  const { bottom } = doc.page.margins;
  doc.page.margins.bottom = 0;
  const y = doc.page.height - 40;
  const options = { lineBreak: false } as const;
  doc.font(REGULAR).fontSize(SIZE.small).fillColor(SOFT);
  doc.text(page, MARGIN, y, options);
  doc.text(`SHA-256 ${hash}`, MARGIN + 60, y, options);
  doc.page.margins.bottom = bottom;
  doc.x = MARGIN;
  doc.y = doc.page.margins.top;
}

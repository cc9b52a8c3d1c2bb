import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { moduleOf } from '../scripts/types-of-document.ts';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const text = moduleOf(JSON.parse(readFileSync(DOCUMENT, 'utf8')));

describe('the calls of the client', () => {
  it('take the bytes of a file as they are, with the media types of the document', () => {
    expect(text).toMatch(/studioReadImport: \{\s+input: \{ query: \{.*\}; body: Bytes; \};/);
    expect(text).toContain(
      'studioReadImport: ["POST","/studio/api/imports/read","bearer",["application/octet-stream"]],',
    );
    expect(text).toMatch(/studioPutArtwork: \["PUT",.*"application\/octet-stream","image\/jpeg"/);
  });

  // A finding of a review: a call of the tus protocol compiled and sent two bytes of JSON.
  it.each([
    ['studioCreateUpload', 'a protocol of headers'],
    ['studioSendUpload', 'a protocol of headers'],
    ['studioRemoveUpload', 'a protocol of headers'],
    ['studioDownloadCases', 'a file'],
    ['studioArtworkPicture', 'a file'],
    ['studioCareEvidence', 'a file'],
    ['getMetrics', 'a file'],
    ['createBackup', 'a file'],
  ])('are without %s: %s', (name) => {
    expect(text).not.toContain(`${name}:`);
  });

  it('answer nothing where the document says so', () => {
    expect(text).toMatch(/endLiveIngestSession: \{[^}]*\{[^}]*\}[^}]*\};\s+reply: undefined;/);
  });
});

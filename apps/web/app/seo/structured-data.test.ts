// JSON-LD.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asScriptText } from './structured-data.tsx';

describe('asScriptText', () => {
  it('cannot end the script element, whatever the title', () => {
    const text = asScriptText({ name: '</script><script>alert(1)</script><!-- &amp;' });
    expect(text).not.toMatch(/[<>&]/);
    expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script><!-- &amp;' });
  });
  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = asScriptText(value);
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

const HARMFUL = /[<>&\u2028\u2029]/g;

/**
 * JSON for use inside a `<script>`: no part of it can end the element or begin another. It reads
 * back as the same value.
 */
export function asScriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    HARMFUL,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The value of a JSON text; `undefined` for other text, which the caller's schema then refuses. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

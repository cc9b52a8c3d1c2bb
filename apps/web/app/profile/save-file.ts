/** Has the browser save a document as a file. Browser only. */
export function saveJson(name: string, document_: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Some browsers read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Saves a document as a JSON file in the browser. Browser only. */
export function saveJson(name: string, document_: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

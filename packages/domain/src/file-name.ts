/** A name as a part of file names: `Karoo Play` gives `karoo-play`. Never empty. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain === '' ? 'service' : plain;
}

/**
 * The header of answers to React Router's data requests (`apps/web/app/browser/other-build.ts`).
 */
export const PAGE_VERSION_HEADER = 'x-page-version';

/** The manifest of the build: the main script of each route. */
export interface BuiltScripts {
  readonly routes: Readonly<Record<string, { readonly module: string } | undefined>>;
}

/** The hash at the end of a script's name. */
const HASH = /-([\w-]{8})\.js$/;

/**
 * Makes the function that names what the scripts of a page are: the hashes of its routes' scripts.
 * The hash of a script covers the scripts that it imports, so two builds whose pages have the same
 * version understand each other's data. Data of another version may lack what a page reads.
 */
export function createPageVersions({
  routes,
}: BuiltScripts): (branch: readonly string[]) => string {
  const versions = new Map<readonly string[], string>();
  return (branch) => {
    const known = versions.get(branch);
    if (known !== undefined) return known;
    const version = branch.map((id) => HASH.exec(routes[id]?.module ?? '')?.[1] ?? '').join('.');
    versions.set(branch, version);
    return version;
  };
}

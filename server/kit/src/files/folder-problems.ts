import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Names the variables whose folder is `dataDir` or holds it: that has the database and the secrets,
 * and no folder for other files may include them.
 */
export function foldersHolding(
  dataDir: string,
  folders: readonly (readonly [name: string, folder: string])[],
): string[] {
  return folders.flatMap(([name, folder]) => {
    const way = relative(resolve(folder), resolve(dataDir));
    const holdsData =
      way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
    return holdsData ? [`${name}: must not be DATA_DIR nor a folder that holds it`] : [];
  });
}

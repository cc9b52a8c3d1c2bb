import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { moduleOf } from './types-of-document.ts';

/**
 * Builds the package of the client into `build/dist`: JavaScript and declarations, of its source
 * and of the calls in `docs/openapi.json`. `npm pack` runs it.
 */
const home = join(import.meta.dirname, '..');
const source = join(home, 'build', 'src');
const document = join(home, '..', '..', 'docs', 'openapi.json');

rmSync(join(home, 'build'), { recursive: true, force: true });
mkdirSync(source, { recursive: true });
for (const name of ['client.ts', 'errors.ts']) {
  const text = readFileSync(join(home, 'src', name), 'utf8');
  // Declarations keep the names as they are written.
  writeFileSync(join(source, name), text.replaceAll(".ts';", ".js';"));
}
writeFileSync(join(source, 'index.ts'), moduleOf(JSON.parse(readFileSync(document, 'utf8'))));
writeFileSync(
  join(source, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      declaration: true,
      rootDir: '.',
      outDir: '../dist',
    },
    include: ['*.ts'],
  }),
);
// The compiler's own file: `npm pack` of a fresh clone needs no shell and no PATH.
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);
execFileSync(process.execPath, [compiler, '-p', source], { stdio: 'inherit' });

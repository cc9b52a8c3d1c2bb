// The checks of the code, for `node scripts/checks.mjs NAME [WORD …]` (`npm run NAME`): each is one
// program or several, of which the first that fails is the last that runs. WORDs go to the last of
// them. With `--help` none of them runs. Knip does not look for programs here: knip.json names
// those that nothing else uses.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What each check is for, and its programs. */
const CHECKS = {
  types: {
    about: 'Checks the types of all workspaces (TypeScript), and makes those of the routes.',
    programs: [
      'react-router typegen apps/web',
      typesOf('.', 'types'),
      typesOf('apps/web', 'types-web'),
      typesOf('apps/studio', 'types-studio'),
    ],
  },
  lint: {
    about: 'Checks format, style and the sizes of files (Biome), and retired words.',
    programs: ['biome check .', 'node scripts/check-words.ts'],
  },
  format: {
    about: 'Writes the format, and what Biome can repair of the style, into the files.',
    programs: ['biome check --write .'],
  },
  docs: {
    about:
      'Checks that the documentation is as the code is: docs/openapi.json, the width of prose, what\n' +
      'it names, and the table of specification rows.',
    programs: [
      'node --import ./scripts/drizzle-imports.mjs apps/server/src/openapi.process.ts --check',
      'node scripts/check-width.ts',
      'node scripts/check-docs.ts',
      'node scripts/specification-table.ts --check',
    ],
  },
  layers: {
    about:
      'Checks which part imports which (dependency-cruiser): .dependency-cruiser.mjs has the rules.',
    programs: ['depcruise --config .dependency-cruiser.mjs apps server packages bench e2e scripts'],
  },
  unused: { about: 'Finds unused files, exports and dependencies (knip).', programs: ['knip'] },
  budget: {
    about:
      'Checks the scripts and styles that a browser gets, in the pages as they are built: that the\n' +
      'oldest browsers read them, and their size.',
    programs: ['node scripts/check-browsers.ts', 'size-limit'],
  },
  'db:check': {
    about:
      'Checks that released migrations are unchanged, that the next one lets the version before live,\n' +
      'and that the migrations make the tables in code.',
    programs: ['node scripts/check-migrations.ts', 'node scripts/regenerate-migrations.ts --check'],
  },
};

const ENVIRONMENT = {
  ...process.env,
  // TypeScript's compiler is a Go program, which is faster with fewer collections of garbage.
  GOGC: '400',
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};

const [name = '', ...words] = process.argv.slice(2);
const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
if (!check) {
  console.error(`usage: node scripts/checks.mjs NAME; NAME is ${Object.keys(CHECKS).join(', ')}`);
  process.exitCode = 2;
} else if (words.includes('--help') || words.includes('-h')) {
  const listed = check.programs.map((program) => `  ${program}\n`).join('');
  process.stdout.write(`usage: npm run ${name}\n\n${check.about}\n\nprograms:\n${listed}`);
} else process.exitCode = run(check.programs);

function typesOf(folder, cache) {
  const stored = `--incremental --tsBuildInfoFile node_modules/.cache/${cache}.tsbuildinfo`;
  return `tsc -p ${join(folder, 'tsconfig.json')} --checkers 1 ${stored}`;
}

/** Runs programs one after the other; returns the exit code of the first that fails, else 0. */
function run(programs) {
  for (const [index, program] of programs.entries()) {
    const [file = '', ...args] = program.split(' ');
    const more = index === programs.length - 1 ? words : [];
    const options = { cwd: root, env: ENVIRONMENT, stdio: 'inherit' };
    const { status, error } = spawnSync(file, [...args, ...more], options);
    if (error) console.error(`${file}: ${error.message}`);
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

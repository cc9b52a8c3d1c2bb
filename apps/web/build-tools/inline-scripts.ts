import { build, type Plugin } from 'vite';
import { OLDEST_SCRIPTS } from './oldest-browsers.ts';

const SUFFIX = '?inline-script';

/**
 * Builds `import text from './name.entry.ts?inline-script'`: the module, bundled and minified, as
 * the text of an inline script. The server renders the text; the browser's build gets an empty
 * string, because such a script has run before the build loads.
 */
export function inlineScripts(): Plugin {
  const texts = new Map<string, Promise<string>>();
  return {
    name: 'bonisa-inline-scripts',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      if (this.environment.name === 'client') return "export default '';";
      const entry = id.slice(0, -SUFFIX.length);
      const text = texts.get(entry) ?? buildInlineScript(entry);
      texts.set(entry, text);
      return `export default ${JSON.stringify(await text)};`;
    },
  };
}

async function buildInlineScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: OLDEST_SCRIPTS,
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (!output || !('output' in output)) throw new Error(`${entry} was not built.`);
  const chunks = output.output.filter((file) => file.type === 'chunk');
  const [chunk] = chunks;
  if (!chunk || output.output.length !== 1)
    throw new Error(`${entry} must build to one script, not ${output.output.length} files.`);
  const text = chunk.code.trim();
  if (/<\/script|<!--/i.test(text))
    throw new Error(`${entry} cannot stand inside a script element.`);
  return text;
}

import { build } from 'vite';

/**
 * Bundles a script that shares no file with the pages.
 *
 * @param values replace the constants with these names
 * @returns the code of a classic script
 */
export async function bundleScript(entry: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
    build: { write: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  const [output] = [result].flat();
  const [chunk] = output !== undefined && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} has no code`);
  return chunk.code;
}

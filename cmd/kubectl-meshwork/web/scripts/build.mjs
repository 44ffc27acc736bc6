import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { options } from './bundle.mjs';

const shipped = ['preact', '@preact/signals', '@preact/signals-core'];

async function licenses() {
  const texts = [];
  for (const name of shipped) {
    const folder = `node_modules/${name}`;
    const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/LICENSE`, 'utf8')).trim()}\n`);
  }
  return `app.js contains the following software.\n\n${texts.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

await rm('dist', { recursive: true, force: true });
await mkdir('dist');
// The line limit keeps diffs of the checked-in files readable.
await build({
  ...options,
  entryPoints: { app: 'src/main.tsx' },
  outdir: 'dist',
  minify: true,
  lineLimit: 120,
});
await copyFile('src/index.html', 'dist/index.html');
for (const icon of ['icon.svg', 'icon-bad.svg', 'icon-stale.svg']) await copyFile(`src/${icon}`, `dist/${icon}`);
await writeFile('dist/LICENSES.txt', await licenses());

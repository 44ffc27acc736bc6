import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { options } from './bundle.mjs';

const folder = await mkdtemp(join(tmpdir(), 'meshwork-web-'));
try {
  const tests = (await readdir('test')).filter((name) => name.endsWith('.test.ts'));
  await build({
    ...options,
    platform: 'node',
    entryPoints: tests.map((name) => join('test', name)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'inline',
  });
  const files = tests.map((name) => join(folder, name.replace(/\.ts$/, '.mjs')));
  const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=dot', ...files], { stdio: 'inherit' });
  process.exitCode = run.status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

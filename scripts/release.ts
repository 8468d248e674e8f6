// npm run release -- X.Y.Z or X.Y.Z-beta.N: sets the version, updates changelog and bill of materials, commits and tags. It does not
// push.
import { release, ReleaseError } from './lib/release.ts';
import { root } from './lib/root.ts';

const version = process.argv[2] ?? '';
try {
  const previous = await release(root, version, new Date().toISOString().slice(0, 10));
  const since = previous ? ` The release before is ${previous.version} (${previous.commit.slice(0, 8)}).` : '';
  console.log(`v${version} is tagged.${since} Push it: git push --follow-tags`);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`${error.message}\nNothing was released.`);
  process.exitCode = 1;
}

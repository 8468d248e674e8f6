// Installs the programs that `npm run drill` needs: PostgreSQL, Valkey or Redis, and Caddy.
import { installFromDebian } from './lib/debian-packages.ts';
import { missingPrograms } from './lib/system-programs.ts';

for (const packages of missingPrograms()) {
  console.log(`Installing ${packages.at(-1)} for the drill …`);
  installFromDebian(...packages);
}
const missing = missingPrograms().map((packages) => packages.at(-1));
if (missing.length > 0) {
  console.error(`The drill needs ${missing.join(', ')}: on Debian, apt-get install ${missing.join(' ')}.`);
  process.exit(1);
}

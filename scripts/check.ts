// npm run check: checks types, lint, import boundaries, unused code, migrations, English and format, in parallel.
import { describeCheck, runChecks } from './lib/checks.ts';

const results = await runChecks((result) => console.log(describeCheck(result)));
const failed = results.filter(({ ok }) => !ok);
console.log(`${results.length - failed.length} of ${results.length} checks passed`);
process.exitCode = failed.length === 0 ? 0 : 1;

// Refuses comments, test titles and documentation that are hard to read, by the patterns in lint/plain-english.ts. Part of
// `npm run check`.
import { findOddEnglish, readSources, reportOverBudget } from '../lint/plain-english.ts';
import { root } from './lib/root.ts';

const report = reportOverBudget(findOddEnglish(readSources(root)));
if (report !== undefined) console.error(report);
process.exitCode = report === undefined ? 0 : 1;

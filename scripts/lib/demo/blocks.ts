/** What one member says below something. */
export type Said = { by: string; words: string };

/** A part of a file of words: a heading, what is said of it line by line, its text, and what others say below it. */
export type Block = { heading: string; fields: Record<string, string>; text: string; said: Said[] };

const field = /^(?<name>[a-zA-Z]+): (?<value>.+)$/;
const saying = /^- (?<by>[a-z]+): (?<words>.+)$/;

/**
 * Reads a file of words. A block begins with `## heading`; lines `name: value` right below it, with a name out of `names`,
 * are its fields; lines `- member: words` at any place are what others say; the rest is its text.
 */
export function readBlocks(file: string, names: readonly string[]): Block[] {
  return file
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const fields: Record<string, string> = {};
      for (let line = lines[0]; line !== undefined; line = lines[0]) {
        const { name = '', value = '' } = field.exec(line)?.groups ?? {};
        if (!names.includes(name)) break;
        fields[name] = value;
        lines.shift();
      }
      const said: Said[] = [];
      const text: string[] = [];
      for (const line of lines) {
        const found = saying.exec(line)?.groups;
        if (found) said.push({ by: found['by'] ?? '', words: found['words'] ?? '' });
        else text.push(line);
      }
      return { heading: heading.trim(), fields, text: text.join('\n').trim(), said };
    });
}

/** A comment or message of one member. */
export type Reply = { by: string; words: string };

/** One block of a content file: a heading, fields, a text, and the replies of other members. */
export type Block = { heading: string; fields: Record<string, string>; text: string; replies: Reply[] };

const field = /^(?<name>[a-zA-Z]+): (?<value>.+)$/;
const reply = /^- (?<by>[a-z]+): (?<words>.+)$/;

/**
 * Parses a content file. A block begins with `## heading`. Lines `name: value` directly below it, with a name from
 * `names`, are its fields. Lines `- member: words` are replies. The rest is its text.
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
      const replies: Reply[] = [];
      const text: string[] = [];
      for (const line of lines) {
        const match = reply.exec(line)?.groups;
        if (match) replies.push({ by: match['by'] ?? '', words: match['words'] ?? '' });
        else text.push(line);
      }
      return { heading: heading.trim(), fields, text: text.join('\n').trim(), replies };
    });
}

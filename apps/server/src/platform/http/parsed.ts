import type { z } from 'zod';
import { platformError } from '../errors.ts';

/** What a schema makes of a form, which no route parses. @throws AppError that names each field that is wrong. */
export function parsed<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => {
    // Fields that the schema does not know are the ones at fault, not what holds them.
    const ends = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const paths = ends.length > 0 ? ends.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => ({ path: path.map(String).join('.'), message: issue.message }));
  });
  throw platformError('request.invalid', { errors });
}

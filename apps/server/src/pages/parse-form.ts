import type { z } from 'zod';
import { platformError } from '../platform/errors.ts';

/** Parses a form with a schema. @throws AppError that names each invalid field. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => {
    // Reports the unknown fields, not the object that contains them.
    const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const paths = unknownKeys.length > 0 ? unknownKeys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => ({ path: path.map(String).join('.'), message: issue.message }));
  });
  throw platformError('request.invalid', { errors });
}

import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError, NetworkError } from './api-error.ts';

/**
 * Puts what the server said onto the fields it spoke of. Answers what is left to say about the whole form, or undefined
 * when the fields say it all.
 */
export function showFormFailure<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | undefined {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError) || error.problem === null) return 'Something went wrong. Please try again.';
  const spokenOf = (error.problem.errors ?? []).flatMap(({ path, message }) => {
    const field = fields.find((name) => name === path.split('.').at(-1));
    return field === undefined ? [] : [{ field, message }];
  });
  for (const [position, { field, message }] of spokenOf.entries())
    setError(field, { message }, { shouldFocus: position === 0 });
  return spokenOf.length > 0 ? undefined : error.problem.detail;
}

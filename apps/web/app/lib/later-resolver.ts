import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

type Checker<Input extends FieldValues, Output> = {
  /** Checks the form by its schema. Where the schema cannot be fetched the form is sent unchecked: the server checks it too. */
  resolver: Resolver<Input, unknown, Output>;
  /** For what is touched before a form is submitted: begins to fetch the schema. */
  touched: { onFocus: () => void; onPointerEnter: () => void };
};

/**
 * The check of a form by a schema of the contract that comes when it is wanted: the schema library weighs more than the
 * page with the form.
 */
export function laterResolver<Input extends FieldValues, Output extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<Output, Input>>,
): Checker<Input, Output> {
  const load = () => Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
  const approach = () => void load().catch(() => undefined);
  return {
    touched: { onFocus: approach, onPointerEnter: approach },
    resolver: async (values, context, options) => {
      const loaded = await load().catch(() => null);
      if (loaded === null) return { values: values as unknown as Output, errors: {} };
      const [{ zodResolver }, schema] = loaded;
      return zodResolver<Input, unknown, Output>(schema)(values, context, options);
    },
  };
}

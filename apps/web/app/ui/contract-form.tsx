import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, NetworkError, UploadCancelled } from '../lib/api-error.ts';
import { postedField, usePostedForm } from '../lib/plain-page.ts';
import { randomId } from '../lib/random-id.ts';
import { Banner } from './banner.tsx';

export type ContractSchema<Input extends FieldValues, Output extends FieldValues> = {
  fetch: () => void;
  resolver: Resolver<Input, unknown, Output>;
};

/** Fetching code has no end of its own on a line that hangs, and a dialog stays open as long as its form is on its way. */
const longestWaitMilliseconds = 10_000;

/**
 * A schema of the contract that comes when its form is touched: the schema library weighs more than the page with the
 * form. Where it cannot be fetched in time the form is sent unchecked: the server checks it too.
 */
export function contractSchema<Input extends FieldValues, Output extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<Output, Input>>,
): ContractSchema<Input, Output> {
  const load = () => Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
  return {
    fetch: () => void load().catch(() => undefined),
    resolver: async (values, context, options) => {
      const tooLate = new Promise<null>((resolve) => setTimeout(resolve, longestWaitMilliseconds, null));
      const loaded = await Promise.race([load().catch(() => null), tooLate]);
      if (loaded === null) return { values: values as unknown as Output, errors: {} };
      const [{ zodResolver }, schema] = loaded;
      return zodResolver<Input, unknown, Output>(schema)(values, context, options);
    },
  };
}

/** A failure of the whole form, as the server named it, if it answered. */
export type FormFailure = { code: string | null; detail: string; isAnswered: boolean };

const failureOf = (error: unknown): FormFailure => {
  if (error instanceof NetworkError) return { code: null, detail: error.message, isAnswered: false };
  if (!(error instanceof ApiError) || error.problem === null)
    return { code: null, detail: 'Something went wrong. Please try again.', isAnswered: true };
  return { code: error.code, detail: error.problem.detail, isAnswered: true };
};

type FormOptions<Input extends FieldValues, Output extends FieldValues> = {
  schema: ContractSchema<Input, Output>;
  fields: readonly Path<Input>[];
  defaultValues?: DefaultValues<Input>;
  /**
   * What it answers is said above the form; what it throws by the fields it is about, else above the form, too. The key
   * stays while the values do.
   */
  submit: (values: Output, idempotencyKey: string) => Promise<ReactNode>;
  /** Other words for a failure than the server's; null where they are said elsewhere. */
  explain?: (failure: FormFailure) => ReactNode;
  /** The fields say what is wrong with them; called with their names. */
  onInvalid?: (names: string[]) => void;
  /** Called with whether it is on its way: from the press on, when the rules that check it may still be to come. */
  onPendingChange?: (isPending: boolean) => void;
};

/**
 * A form that is checked by a schema of the contract, here and where it is sent. The first field to be mended takes the
 * focus. Without JavaScript the same form shows what was typed and what is wrong with it.
 */
export function useContractForm<Input extends FieldValues, Output extends FieldValues>(
  options: FormOptions<Input, Output>,
) {
  const { schema, fields, defaultValues, submit, explain, onInvalid, onPendingChange } = options;
  const posted = usePostedForm();
  const wordsOf = (failure: FormFailure): ReactNode => {
    const words = explain?.(failure);
    return words === undefined ? failure.detail : words;
  };
  const [failure, setFailure] = useState<ReactNode>(() =>
    posted.failure ? wordsOf({ ...posted.failure, isAnswered: true }) : null,
  );
  const attempt = useRef({ values: '', idempotencyKey: '' });
  const form = useForm<Input, unknown, Output>({
    resolver: schema.resolver,
    ...(defaultValues && { defaultValues }),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const tellPending = useEffectEvent((isPending: boolean) => onPendingChange?.(isPending));
  useEffect(() => tellPending(isSubmitting), [isSubmitting]);
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    // What is said of the fields above it has moved the one that took the focus.
    if (submitCount > 0 && hasErrors) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [submitCount, hasErrors]);

  const showFailure = (error: unknown): void => {
    if (error instanceof UploadCancelled) return;
    const spokenOf = ((error instanceof ApiError && error.problem?.errors) || []).flatMap(({ path, message }) => {
      const field = fields.find((name) => name === path.split('.').at(-1));
      return field === undefined ? [] : [{ field, message }];
    });
    for (const [position, { field, message }] of spokenOf.entries())
      form.setError(field, { message }, { shouldFocus: position === 0 });
    if (spokenOf.length === 0) setFailure(wordsOf(failureOf(error)));
  };

  const send = async (values: Output): Promise<void> => {
    setFailure(null);
    const text = JSON.stringify(values);
    if (attempt.current.values !== text) attempt.current = { values: text, idempotencyKey: randomId() };
    try {
      setFailure(await submit(values, attempt.current.idempotencyKey));
    } catch (error) {
      showFailure(error);
    }
  };
  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    // A second press, while what checks it is on its way, would send it twice.
    if (!isSubmitting) await form.handleSubmit(send, (invalid) => onInvalid?.(Object.keys(invalid)))(event);
  };

  return {
    form,
    failure,
    isSubmitting,
    fetchSchema: schema.fetch,
    onSubmit,
    /** The attributes of a field, for those of the design system. */
    field: (name: Path<Input>) => {
      const { error: postedError, ...attributes } = postedField(posted, name);
      const error = errors[name]?.message as string | undefined;
      // What is typed while it is on its way would be neither sent nor kept.
      const sending = isSubmitting && { readOnly: true };
      return { ...attributes, error: error ?? postedError, ...form.register(name), ...sending };
    },
  };
}

type ContractFormProps = {
  form: Pick<ReturnType<typeof useContractForm>, 'failure' | 'fetchSchema' | 'onSubmit'>;
  children: ReactNode;
  id?: string;
  /** Where a browser sends the form by itself; to the page's own path unless told. */
  action?: string;
  label?: string;
  className?: string;
};

export function ContractForm({ form, children, label, className = 'flex flex-col gap-4', ...rest }: ContractFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { fetchSchema } = form;
  const fetchWhereFocused = useEffectEvent(() => {
    if (element.current?.contains(document.activeElement)) fetchSchema();
  });
  // In a prerendered page the focus may be in the form before React is.
  useEffect(() => fetchWhereFocused(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only fetches the schema ahead of its use
    <form
      ref={element}
      method="post"
      noValidate
      aria-label={label}
      className={className}
      onFocus={fetchSchema}
      onPointerEnter={fetchSchema}
      onSubmit={(event) => void form.onSubmit(event)}
      {...rest}
    >
      {form.failure !== null && form.failure !== undefined && (
        <Banner tone="danger" isAlert>
          {form.failure}
        </Banner>
      )}
      {children}
    </form>
  );
}

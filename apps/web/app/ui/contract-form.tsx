import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { useContractForm } from '../lib/contract-form.ts';
import { Banner } from './banner.tsx';
import { DialogForm } from './dialog-form.tsx';

<<<<<<< ours
export type ContractSchema<Input extends FieldValues, Output extends FieldValues> = {
  fetch: () => void;
  resolver: Resolver<Input, unknown, Output>;
};

/** Imports have no timeout of their own, and a dialog stays open while its form is in flight. */
const longestWaitMilliseconds = 10_000;

/**
 * A contract schema that loads when the user first touches the form, because zod is larger than the page itself. If it
 * does not load in time, the form is sent unchecked: the server validates it too.
 */
export function contractSchema<Input extends FieldValues, Output extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<Output, Input>>,
): ContractSchema<Input, Output> {
  const load = () => Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
  return {
    fetch: () => void load().catch(() => undefined),
    resolver: async (values, context, options) => {
      const timeout = new Promise<null>((resolve) => setTimeout(resolve, longestWaitMilliseconds, null));
      const loaded = await Promise.race([load().catch(() => null), timeout]);
      if (loaded === null) return { values: values as unknown as Output, errors: {} };
      const [{ zodResolver }, schema] = loaded;
      return zodResolver<Input, unknown, Output>(schema)(values, context, options);
    },
  };
}

/** Returns the text for a failure of the whole form. */
const explain = (error: unknown): string => {
  if (error instanceof NetworkError) return error.message;
  const detail = error instanceof ApiError ? error.problem?.detail : undefined;
  return detail ?? 'Something went wrong. Please try again.';
};

type FormOptions<Input extends FieldValues, Output extends FieldValues> = {
  schema: ContractSchema<Input, Output>;
  fields: readonly Path<Input>[];
  defaultValues?: DefaultValues<Input>;
  /**
   * Its result is shown above the form. Errors that it throws appear at their fields, or above the form if they have
   * none. The idempotency key stays the same while the values do.
   */
  submit: (values: Output, idempotencyKey: string) => Promise<ReactNode>;
  onInvalid?: () => void;
  /** Called when the pending state changes. Pending starts with the click, before the schema has loaded. */
  onPendingChange?: (isPending: boolean) => void;
};

/**
 * A form that is validated by a contract schema in the browser and on the server. The first invalid field gets the
 * focus.
 */
export function useContractForm<Input extends FieldValues, Output extends FieldValues>(
  options: FormOptions<Input, Output>,
) {
  const { schema, fields, defaultValues, submit, onInvalid, onPendingChange } = options;
  const [failure, setFailure] = useState<ReactNode>(null);
  const attempt = useRef({ values: '', idempotencyKey: '' });
  const form = useForm<Input, unknown, Output>({
    resolver: schema.resolver,
    ...(defaultValues && { defaultValues }),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const notifyPending = useEffectEvent((isPending: boolean) => onPendingChange?.(isPending));
  useEffect(() => notifyPending(isSubmitting), [isSubmitting]);
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    // Error messages above the focused field have moved it.
    if (submitCount > 0 && hasErrors) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [submitCount, hasErrors]);

  const showFailure = (error: unknown): void => {
    if (error instanceof UploadCancelled) return;
    const fieldErrors = ((error instanceof ApiError && error.problem?.errors) || []).flatMap(({ path, message }) => {
      const field = fields.find((name) => name === path.split('.').at(-1));
      return field === undefined ? [] : [{ field, message }];
    });
    for (const [position, { field, message }] of fieldErrors.entries())
      form.setError(field, { message }, { shouldFocus: position === 0 });
    if (fieldErrors.length === 0) setFailure(explain(error));
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
    // A second click while the schema loads would submit the form twice.
    if (!isSubmitting) await form.handleSubmit(send, onInvalid)(event);
  };

  return {
    form,
    failure,
    isSubmitting,
    fetchSchema: schema.fetch,
    onSubmit,
    /** Attributes of a field, for the fields of the design system. */
    field: (name: Path<Input>) => {
      const error = errors[name]?.message as string | undefined;
      // Text typed while the form is in flight would be lost.
      const sending = isSubmitting && { readOnly: true };
      // The form library fills fields in the browser only.
      const defaultValue = import.meta.env.SSR ? form.getValues(name) : undefined;
      return { error, ...form.register(name), ...(defaultValue !== undefined && { defaultValue }), ...sending };
    },
  };
}
=======
type FormState = Pick<
  ReturnType<typeof useContractForm>,
  'failure' | 'fetchSchema' | 'isSubmitting' | 'onSubmit' | 'discardDraft'
>;
>>>>>>> theirs

type ContractFormProps = {
  form: Pick<FormState, 'failure' | 'fetchSchema' | 'onSubmit'>;
  children: ReactNode;
  id?: string;
  className?: string | undefined;
};

export function ContractForm({ form, children, className = 'flex flex-col gap-4', ...rest }: ContractFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { fetchSchema } = form;
  const fetchIfFocused = useEffectEvent(() => {
    if (element.current?.contains(document.activeElement)) fetchSchema?.();
  });
  // The form can have the focus before React hydrates the page.
  useEffect(() => fetchIfFocused(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only fetches the schema ahead of its use
    <form
      ref={element}
      method="post"
      noValidate
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

type FormDialogProps = Omit<ComponentProps<typeof DialogForm>, 'isPending' | 'onCancel' | 'children'> & {
  form: FormState;
  children: ReactNode;
  className?: string;
};

/** A form in a dialog. Closing the dialog keeps the draft; only Cancel discards it. */
export const FormDialog = ({ form, children, className = 'flex flex-col gap-4 pb-1', ...dialog }: FormDialogProps) => (
  <DialogForm {...dialog} isPending={form.isSubmitting} onCancel={form.discardDraft}>
    {(id) => (
      <ContractForm form={form} id={id} className={className}>
        {children}
      </ContractForm>
    )}
  </DialogForm>
);

/** Texts of a dialog that adds an item. Dialogs that edit have the labels of `DialogForm`. */
export const addingTexts = (noun: string) => ({
  title: `Add ${noun}`,
  submitLabel: `Add ${noun}`,
  pendingLabel: 'Adding...',
});

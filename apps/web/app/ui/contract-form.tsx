import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { useContractForm } from '../lib/contract-form.ts';
import { Banner } from './banner.tsx';
import { DialogForm } from './dialog-form.tsx';

type FormState = Pick<
  ReturnType<typeof useContractForm>,
  'failure' | 'fetchSchema' | 'isSubmitting' | 'submitCount' | 'onSubmit' | 'discardDraft'
>;

type ContractFormProps = {
  form: Pick<FormState, 'failure' | 'fetchSchema' | 'submitCount' | 'onSubmit'>;
  children: ReactNode;
  id?: string;
  className?: string | undefined;
};

export function ContractForm({ form, children, className = 'flex flex-col gap-4', ...rest }: ContractFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { fetchSchema, submitCount } = form;
  const fetchIfFocused = useEffectEvent(() => {
    if (element.current?.contains(document.activeElement)) fetchSchema?.();
  });
  // The form can have the focus before React hydrates the page.
  useEffect(() => fetchIfFocused(), []);
  useEffect(() => {
    if (submitCount > 0 && element.current) showProblem(element.current);
  }, [submitCount]);
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

/** Focuses the first refused field, also a file that `react-hook-form` does not know, or scrolls to the failure. */
function showProblem(form: HTMLFormElement): void {
  const invalid = '[aria-invalid=true]';
  const refused = form.querySelector<HTMLElement>(`${invalid}:focus`) ?? form.querySelector<HTMLElement>(invalid);
  refused?.focus();
  // Error messages above the field have moved it.
  (refused ?? form.querySelector('[role=alert]'))?.scrollIntoView({ block: 'nearest' });
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

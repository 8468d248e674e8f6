import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { useContractForm } from '../lib/contract-form.ts';
import { Banner } from './banner.tsx';
import { DialogForm } from './dialog-form.tsx';

type FormState = Pick<
  ReturnType<typeof useContractForm>,
  'failure' | 'fetchSchema' | 'isSubmitting' | 'onSubmit' | 'discardDraft'
>;

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

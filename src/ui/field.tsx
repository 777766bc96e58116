import { type ReactNode, useId } from 'react';

/** What the control of a field needs to be tied to its label, hint and error. */
export type FieldControl = {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
};

export type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
};

/** A label over a control, with a hint or the sentence that says what is wrong. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, ...(note ? { 'aria-describedby': noteId } : {}), ...(error ? { 'aria-invalid': true } : {}) })}
      {note && (
        <p id={noteId} className={error ? 'text-[13px] text-danger-text' : 'text-[13px] text-muted'}>
          {note}
        </p>
      )}
    </div>
  );
}

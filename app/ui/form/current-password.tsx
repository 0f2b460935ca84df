import { Field } from "./field.tsx";

type Props = {
  label: string;
  /** The way out for a user who has forgotten it. */
  forgotten: { label: string; address: string };
  problem: string | undefined;
  /** Told of each change; what is typed stays in the control and nowhere else. */
  onChange?: () => void;
};

/** The password of an account that exists. */
export function CurrentPassword({ forgotten, ...field }: Props) {
  return (
    <Field {...field} name="password" type="password" autoComplete="current-password" required>
      <a className="text-small text-link forgotten-password" href={forgotten.address}>
        {forgotten.label}
      </a>
    </Field>
  );
}

import { Field } from "./field.tsx";

type Props = {
  label: string;
  /** The way out for whoever does not know it any more. */
  forgotten: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
};

/** The password of an account that exists. */
export function CurrentPassword({ forgotten, ...field }: Props) {
  return (
    <Field {...field} name="password" type="password" autoComplete="current-password" required>
      <a className="text-link funnel-forgotten" href="/compte/mot-de-passe">
        {forgotten}
      </a>
    </Field>
  );
}

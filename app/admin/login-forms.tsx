import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ComponentProps } from "react";
import { type FieldError, useForm } from "react-hook-form";
import * as z from "zod/mini";

import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { admin } from "#content/admin.ts";

const copy = admin.login;

// The service decides what a good address or password is; here they only have to be there.
const passwordSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, copy.email.missing)),
  password: z.string().check(z.minLength(1, copy.password.missing)),
});
const codeSchema = z.object({
  code: z.string().check(
    z.overwrite((typed) => typed.replaceAll(/\s/g, "")),
    z.regex(/^\d{6}$/, copy.code.missing),
  ),
});

type PasswordValues = z.infer<typeof passwordSchema>;
type CodeValues = z.infer<typeof codeSchema>;
type FormProps<Values> = { onSubmit: (values: Values) => Promise<void> };

export function PasswordForm({ onSubmit }: FormProps<PasswordValues>) {
  const { register, handleSubmit, formState } = useForm<PasswordValues>({
    resolver: standardSchemaResolver(passwordSchema),
    defaultValues: { email: "", password: "" },
    reValidateMode: "onSubmit",
  });
  const { errors, isSubmitting } = formState;

  return (
    <form method="post" noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Field
        id="email"
        label={copy.email.label}
        error={errors.email}
        type="email"
        autoComplete="username"
        {...register("email")}
      />
      <Field
        id="password"
        label={copy.password.label}
        error={errors.password}
        type="password"
        autoComplete="current-password"
        {...register("password")}
      />
      <SubmitButton label={copy.submit} isSubmitting={isSubmitting} />
    </form>
  );
}

export function CodeForm({ onSubmit, onStartAgain }: FormProps<CodeValues> & { onStartAgain: () => Promise<void> }) {
  const { register, handleSubmit, formState } = useForm<CodeValues>({
    resolver: standardSchemaResolver(codeSchema),
    defaultValues: { code: "" },
    reValidateMode: "onSubmit",
  });

  return (
    <form method="post" noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Field
        id="code"
        label={copy.code.label}
        hint={copy.code.hint}
        error={formState.errors.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...register("code")}
      />
      <SubmitButton label={copy.submitCode} isSubmitting={formState.isSubmitting} />
      <button type="button" className="text-link login-again" onClick={() => void onStartAgain()}>
        {copy.otherAccount}
      </button>
    </form>
  );
}

function SubmitButton({ label, isSubmitting }: { label: string; isSubmitting: boolean }) {
  return (
    <Button type="submit" variant="green" className="mt-7 w-full" busyLabel={isSubmitting ? copy.busy : undefined}>
      {label}
    </Button>
  );
}

type FieldProps = ComponentProps<"input"> & {
  id: string;
  label: string;
  hint?: string;
  error: FieldError | undefined;
};

function Field({ id, label, hint, error, ...input }: FieldProps) {
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="login-hint">
          {hint}
        </p>
      )}
      <input
        id={id}
        required
        aria-invalid={error !== undefined}
        aria-describedby={described === "" ? undefined : described}
        {...input}
      />
      {error && (
        <p id={`${id}-error`} className="field-problem">
          <Icon name="warning" isSmall />
          <span>{error.message}</span>
        </p>
      )}
    </div>
  );
}

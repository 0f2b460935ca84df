import { useEffect, useEffectEvent } from "react";

import { Field } from "#app/ui/form/field.tsx";
import { describedBy, FieldFrame, type FieldTexts } from "#app/ui/form/field-frame.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { isUploadedPicture, pictureAddress, type UploadedPicture, widthsOf } from "#domain/site/site-picture.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

import { useSitePicture } from "./site-queries.ts";

const copy = adminSite.form.picture;
const kinds = "image/jpeg,image/png,image/webp,image/avif";

type Props = FieldTexts & {
  value: unknown;
  /** Sentences by path: that of the description is one below the picture. */
  problems: Readonly<Record<string, string>>;
  onChange: (value: unknown) => void;
};

/** A picture that is sent as soon as it is chosen, and what it shows in words. */
export function PictureField({ value, problems, onChange, problem, ...texts }: Props) {
  const { name } = texts;
  const { sent, isSending, sentence, send } = useSitePicture();
  const picture = isUploadedPicture(value) ? value : undefined;

  // Network: the form may have gone on while the picture was under way.
  const take = useEffectEvent((next: Omit<UploadedPicture, "alt">) => onChange({ ...next, alt: picture?.alt ?? "" }));
  useEffect(() => {
    if (sent) take(sent);
  }, [sent]);

  const hint = [texts.hint, copy.kinds].filter(Boolean).join(" ");
  const wrong = sentence ?? (picture ? undefined : problem);
  return (
    <Stack gap={8}>
      <FieldFrame {...texts} hint={hint} problem={wrong}>
        <Row gap={16} align="center" isWrapping>
          {picture && <Shown {...picture} />}
          {typeof value === "string" && value !== "" && (
            <span className="text-small breakable">{copy.ofFile(value)}</span>
          )}
          <input
            id={name}
            name={name}
            type="file"
            accept={kinds}
            className="text-small"
            aria-invalid={wrong !== undefined}
            aria-describedby={describedBy(name, hint, wrong)}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file again is a change too.
              currentTarget.value = "";
              if (file) send(file);
            }}
          />
        </Row>
      </FieldFrame>
      <p role="status" className="text-small quiet">
        {isSending ? copy.sending : sent && sent.id === picture?.id ? copy.sent : ""}
      </p>
      {picture && (
        <Field
          name={`${name}.alt`}
          label={copy.alt}
          hint={copy.altHelp}
          problem={problems[`${name}.alt`]}
          maxLength={300}
          autoComplete="off"
          value={picture.alt}
          onChange={(alt) => onChange({ ...picture, alt })}
        />
      )}
      {value !== undefined && value !== "" && (
        <Row>
          <button type="button" className="text-small text-link finger-link" onClick={() => onChange(undefined)}>
            {copy.remove}
          </button>
        </Row>
      )}
    </Stack>
  );
}

function Shown({ id, width, alt }: UploadedPicture) {
  const [narrowest = width] = widthsOf(width);
  return <img className="site-picture" src={pictureAddress({ id, width: narrowest, kind: "webp" })} alt={alt} />;
}

import { Component, type ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";

type Words = { broken: string; contact: string; reload: string; startAfresh: string };

export type FailureProps = {
  words: Words;
  /** An e-mail address; none where the site has none. */
  contact: string | undefined;
  /** Forgets what is stored, which may be what fails, and opens the page anew. */
  startAfresh: () => void;
};

/** A part of a page that ends on an error leaves a sentence, the contact and two ways on. */
export class FailureBoundary extends Component<FailureProps & { children?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, ...failure } = this.props;
    return this.state.hasFailed ? <Failure {...failure} /> : children;
  }
}

function Failure({ words, contact, startAfresh }: FailureProps) {
  return (
    <Stack gap={16} justify="start" paddingBlock={40} paddingInline={20}>
      <FormNotice variant="problem">
        <p>{words.broken}</p>
        {contact !== undefined && (
          <p>
            {words.contact}{" "}
            <a className="text-link" href={`mailto:${contact}`}>
              {contact}
            </a>
          </p>
        )}
      </FormNotice>
      <Row gap={8} isWrapping>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
        <Button variant="secondary" onClick={startAfresh}>
          {words.startAfresh}
        </Button>
      </Row>
    </Stack>
  );
}

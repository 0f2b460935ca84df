import { Box, Stack } from "#app/ui/layout.tsx";
import { Button } from "#app/ui/button.tsx";
import { demo } from "#content/demo.ts";
import type { DemoAccount } from "#domain/site/demo-page.ts";

import { DemoSheet } from "./demo-frame.tsx";

type Props = { brand: string; accounts: DemoAccount[] };

/** The account chooser of the stand-in for Google: no password, no script. */
export function SignInPage({ brand, accounts }: Props) {
  const { signIn } = demo;

  return (
    <DemoSheet title={signIn.title} notice={`${signIn.forSite(brand)}. ${signIn.notice}`}>
      <form method="post">
        {accounts.map(({ email, name, isEmailVerified }) => (
          <Stack
            as="button"
            key={email}
            justify="start"
            paddingBlock={12}
            rule="top"
            type="submit"
            name="email"
            value={email}
            className="demo-account"
          >
            <b>{name}</b>
            <span className="quiet">{isEmailVerified ? email : `${email}, ${signIn.unverified}`}</span>
          </Stack>
        ))}
      </form>
      <form method="post">
        <label htmlFor="email">{signIn.otherAccount}</label>
        <Box
          as="input"
          id="email"
          paddingInline={12}
          className="control"
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
        />
        <Button type="submit" variant="green">
          {signIn.proceed}
        </Button>
      </form>
      <form method="post">
        <Button type="submit" name="email" value="" variant="quiet" hasPlug={false}>
          {signIn.refuse}
        </Button>
      </form>
    </DemoSheet>
  );
}

import "./sign-in-page.css";

import { Button } from "#app/ui/button.tsx";
import { demo } from "#content/demo.ts";
import type { DemoAccount } from "#domain/contracts/demo-page.ts";

import { DemoSheet } from "./demo-frame.tsx";

type Props = { brand: string; accounts: DemoAccount[] };

/** The account chooser of the stand-in for Google: no password, no script. */
export function SignInPage({ brand, accounts }: Props) {
  const { signIn } = demo;

  return (
    <DemoSheet title={signIn.title} notice={`${signIn.forSite(brand)}. ${signIn.notice}`}>
      <form method="post" className="demo-accounts">
        {accounts.map(({ email, name, isEmailVerified }) => (
          <button key={email} type="submit" name="email" value={email}>
            <b>{name}</b>
            <span>{isEmailVerified ? email : `${email}, ${signIn.unverified}`}</span>
          </button>
        ))}
      </form>
      <form method="post" className="demo-other">
        <label htmlFor="email">{signIn.otherAccount}</label>
        <input id="email" name="email" type="email" required autoComplete="email" maxLength={254} />
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

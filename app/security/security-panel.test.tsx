// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import type { OwnSecurity, OwnSecurityState } from "#subjects/account/calls/own-security.ts";
import { failed, ok } from "#kit/result.ts";

import { SecurityPanel } from "./security-panel.tsx";

const telephone = { id: "f1", name: "Téléphone", kind: "totp", addedAt: "2026-11-20T08:00:00Z" } as const;
const key = { id: "f2", name: "Clé du bureau", kind: "webauthn", addedAt: "2026-11-21T08:00:00Z" } as const;
const instants = { startedAt: "2026-11-20T08:00:00Z", lastUsedAt: "2026-11-22T08:00:00Z" };
const level = "aal1" as const;
const here = { id: "s1", device: "Firefox sur Windows", place: "203.0.113.0", isCurrent: true, level, ...instants };
const elsewhere = { id: "s2", device: "Safari sur iPhone", place: null, isCurrent: false, level, ...instants };

const none: OwnSecurityState = { factors: [], identities: [], passkeys: [], sessions: [here], asksProof: false };

function securityOf(state: Partial<OwnSecurityState>) {
  return {
    read: vi.fn<OwnSecurity["read"]>(async () => ok({ ...none, ...state })),
    beginDevice: vi.fn<OwnSecurity["beginDevice"]>(async () =>
      ok({ factorId: "f9", picture: "data:image/svg+xml;utf-8,<svg/>", secret: "ABCDEFGHIJKL" }),
    ),
    offers: { phoneFactors: true, keyFactors: true, passkeys: false },
    beginPhone: vi.fn<OwnSecurity["beginPhone"]>(async () =>
      ok({ factorId: "f8", challengeId: "c1", name: "Téléphone …2016" }),
    ),
    sendCode: vi.fn<OwnSecurity["sendCode"]>(async () => ok("c2")),
    verifyCode: vi.fn<OwnSecurity["verifyCode"]>(async () => ok(undefined)),
    addKey: vi.fn<OwnSecurity["addKey"]>(async () => ok(undefined)),
    verifyKey: vi.fn<OwnSecurity["verifyKey"]>(async () => ok(undefined)),
    remove: vi.fn<OwnSecurity["remove"]>(async () => ok(undefined)),
    signInWithPasskey: vi.fn<OwnSecurity["signInWithPasskey"]>(async () => ok(undefined)),
    addPasskey: vi.fn<OwnSecurity["addPasskey"]>(async () => ok(undefined)),
    renamePasskey: vi.fn<OwnSecurity["renamePasskey"]>(async () => ok(undefined)),
    removePasskey: vi.fn<OwnSecurity["removePasskey"]>(async () => ok(undefined)),
    unlinkIdentity: vi.fn<OwnSecurity["unlinkIdentity"]>(async () => ok(undefined)),
    proveByPassword: vi.fn<OwnSecurity["proveByPassword"]>(async () => ok(undefined)),
    sendProofDigits: vi.fn<OwnSecurity["sendProofDigits"]>(async () => ok(undefined)),
    proveByDigits: vi.fn<OwnSecurity["proveByDigits"]>(async () => ok(undefined)),
    endSession: vi.fn<OwnSecurity["endSession"]>(async () => ok(undefined)),
    endOtherSessions: vi.fn<OwnSecurity["endOtherSessions"]>(async () => ok(undefined)),
  } satisfies OwnSecurity;
}

function show(state: Partial<OwnSecurityState>) {
  const security = securityOf(state);
  const onSignedOut = vi.fn<() => void>();
  render(<SecurityPanel security={security} onSignedOut={onSignedOut} />);
  return { security, onSignedOut };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(cleanup);

test("An application is enrolled with its first code, and its key can be read letter by letter", async () => {
  const { security } = show({});
  await screen.findByText(/Aucun second facteur/);
  press("Ajouter un appareil");
  type("Nom de l’appareil", " Téléphone de Paul ");
  press("Afficher le code à scanner");
  await screen.findByText("ABCD EFGH IJKL");
  expect(security.beginDevice).toHaveBeenCalledWith("Téléphone de Paul");

  security.verifyCode.mockResolvedValueOnce(failed({ kind: "failed", code: "mfa_verification_failed" }));
  type("Code affiché par l’application", "000000");
  press("Enregistrer l’appareil");
  await screen.findByText(/Code incorrect/);
  expect(screen.getByText("ABCD EFGH IJKL")).toBeTruthy();

  type("Code affiché par l’application", "123 456");
  press("Enregistrer l’appareil");
  await screen.findByText(/Téléphone de Paul est enregistré/);
  expect(security.verifyCode).toHaveBeenLastCalledWith("f9", { code: "123456" });
});

test("A code that is none is not sent", async () => {
  const { security } = show({});
  await screen.findByText(/Aucun second facteur/);
  press("Ajouter un appareil");
  press("Afficher le code à scanner");
  await screen.findByText("ABCD EFGH IJKL");
  type("Code affiché par l’application", "12345");
  press("Enregistrer l’appareil");
  expect(await screen.findByText("Saisissez les 6 chiffres du code")).toBeTruthy();
  expect(security.verifyCode).not.toHaveBeenCalled();
});

test("A phone is enrolled with the code that it was sent, where that is offered", async () => {
  const { security } = show({});
  await screen.findByText(/Aucun second facteur/);
  press("Ajouter un téléphone");
  type("Numéro de téléphone mobile", "06 39");
  press("Recevoir un code par SMS");
  await screen.findByText("Saisissez un numéro complet, par exemple 06 39 98 20 16");
  expect(security.beginPhone).not.toHaveBeenCalled();
  type("Numéro de téléphone mobile", "06 39 98 20 16");
  press("Recevoir un code par SMS");
  await screen.findByText(/Un code vient de partir/);
  expect(security.beginPhone).toHaveBeenCalledWith("+33639982016");
  type("Code reçu par SMS", "123456");
  press("Enregistrer le téléphone");
  await screen.findByText(/Téléphone …2016 est enregistré/);
  expect(security.verifyCode).toHaveBeenLastCalledWith("f8", { code: "123456", challengeId: "c1" });
});

test("Where keys that sign in are offered, one is made, and taken away after a second press", async () => {
  const passkey = { id: "p1", name: undefined, addedAt: telephone.addedAt, lastUsedAt: undefined };
  const security = {
    ...securityOf({ passkeys: [passkey] }),
    offers: { phoneFactors: false, keyFactors: true, passkeys: true },
  };
  render(<SecurityPanel security={security} onSignedOut={() => undefined} />);
  const list = await screen.findByRole("list", { name: "Vos clés d’accès" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  security.addPasskey.mockResolvedValueOnce(failed({ kind: "failed", code: "key_cancelled" }));
  press("Créer une clé d’accès pour me connecter");
  await screen.findByText(/La clé n’a pas été confirmée/);
  press("Créer une clé d’accès pour me connecter");
  await screen.findByText(/elle vous connecte sans mot de passe/);
  press("Renommer Clé d’accès 1");
  type("Nom de cette clé d’accès", "  ");
  press("Enregistrer");
  await screen.findByText("Donnez un nom à cette clé d’accès");
  type("Nom de cette clé d’accès", " Ordinateur du bureau ");
  press("Enregistrer");
  await screen.findByText(/s’appelle maintenant Ordinateur du bureau/);
  expect(security.renamePasskey).toHaveBeenCalledExactlyOnceWith("p1", "Ordinateur du bureau");
  press("Retirer Clé d’accès 1");
  expect(security.removePasskey).not.toHaveBeenCalled();
  press("Retirer Clé d’accès 1");
  await screen.findByText("Cette clé d’accès ne permet plus de se connecter.");
  expect(security.removePasskey).toHaveBeenCalledExactlyOnceWith("p1");
});

test("Who has one second factor alone is told what to do before it is lost", async () => {
  show({ factors: [telephone] });
  await screen.findByText(/Ajoutez-en un autre/);
  cleanup();
  show({ factors: [telephone, key] });
  await screen.findByText("Clé du bureau");
  expect(screen.queryByText(/Ajoutez-en un autre/)).toBeNull();
});

test("Where phones are not offered, or keys that sign in, there is no way to add one", async () => {
  const security = { ...securityOf({}), offers: { phoneFactors: false, keyFactors: true, passkeys: false } };
  render(<SecurityPanel security={security} onSignedOut={() => undefined} />);
  await screen.findByRole("button", { name: "Ajouter un appareil" });
  expect(screen.queryByRole("button", { name: "Ajouter un téléphone" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Créer une clé d’accès pour me connecter" })).toBeNull();
});

test("Who has a phone alone is sent a code, and another one on demand", async () => {
  const phone = { id: "f8", name: "Téléphone …2016", kind: "phone", addedAt: telephone.addedAt } as const;
  const { security } = show({ factors: [phone], asksProof: true });
  await screen.findByRole("heading", { name: /Confirmez d’abord/ });
  expect(screen.queryByLabelText("Code de vérification")).toBeNull();
  security.sendCode.mockResolvedValueOnce(failed({ kind: "failed", code: "over_sms_send_rate_limit" }));
  press("Recevoir un code par SMS");
  await screen.findByText(/Attendez une minute avant d’en demander un autre/);
  press("Recevoir un code par SMS");
  await screen.findByLabelText("Code de vérification");
  security.sendCode.mockResolvedValueOnce(ok("c3"));
  press("Renvoyer le code");
  await vi.waitFor(() => expect(security.sendCode).toHaveBeenCalledTimes(3));
  await screen.findByRole("button", { name: "Vérifier le code" });
  type("Code de vérification", "123456");
  press("Vérifier le code");
  await vi.waitFor(() => expect(security.verifyCode).toHaveBeenCalledWith("f8", { code: "123456", challengeId: "c3" }));
});

test("A key that the browser did not confirm is said so, and nothing is lost", async () => {
  const { security } = show({});
  await screen.findByText(/Aucun second facteur/);
  press("Ajouter une clé d’accès");
  security.addKey.mockResolvedValueOnce(failed({ kind: "failed", code: "key_cancelled" }));
  press("Créer la clé");
  await screen.findByText(/La clé n’a pas été confirmée/);
  press("Créer la clé");
  await screen.findByText(/Clé de cet appareil est enregistrée/);
  expect(security.addKey).toHaveBeenCalledTimes(2);
});

test("A second factor is taken away after a second press only", async () => {
  const { security } = show({ factors: [telephone, key] });
  const list = await screen.findByRole("list", { name: "Vos seconds facteurs" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  press("Retirer Clé du bureau");
  expect(security.remove).not.toHaveBeenCalled();
  press("Garder");
  press("Retirer Clé du bureau");
  press("Retirer Clé du bureau");
  await screen.findByText(/Clé du bureau ne permet plus de se connecter/);
  expect(security.remove).toHaveBeenCalledExactlyOnceWith("f2");
});

test("A session that showed the password alone shows a second factor before anything else", async () => {
  const { security } = show({
    factors: [telephone, { ...telephone, id: "f3", name: "Tablette" }, key],
    asksProof: true,
  });
  await screen.findByRole("heading", { name: /Confirmez d’abord/ });
  expect(screen.queryByRole("button", { name: "Ajouter un appareil" })).toBeNull();
  fireEvent.change(screen.getByLabelText("Appareil"), { target: { value: "f3" } });
  type("Code de vérification", "123456");
  security.read.mockResolvedValueOnce(ok({ ...none, factors: [telephone] }));
  press("Vérifier le code");
  await screen.findByRole("button", { name: "Ajouter un appareil" });
  expect(security.verifyCode).toHaveBeenCalledWith("f3", { code: "123456", challengeId: undefined });
});

test("One other session can be ended, or all of them; this one is named", async () => {
  const { security } = show({ sessions: [here, elsewhere] });
  await screen.findByText("Cet appareil");
  press("Déconnecter Safari sur iPhone");
  await screen.findByText("Cet appareil est déconnecté.");
  expect(security.endSession).toHaveBeenCalledWith("s2");
  press("Déconnecter tous les autres");
  await screen.findByText("Tous les autres appareils sont déconnectés.");
});

test("An ended session shows out; an outage can be tried again", async () => {
  const security = securityOf({});
  security.read.mockResolvedValueOnce(failed({ kind: "failed", code: "unreachable" }));
  const onSignedOut = vi.fn<() => void>();
  render(<SecurityPanel security={security} onSignedOut={onSignedOut} />);
  await screen.findByText(/Le serveur ne répond pas/);
  security.read.mockResolvedValueOnce(failed({ kind: "signed_out" }));
  press("Réessayer");
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
});

test("An older sign-in is asked for its password in place, and what was begun goes on", async () => {
  const { security } = show({});
  await screen.findByText(/Aucun second facteur/);
  security.beginDevice.mockResolvedValueOnce(failed({ kind: "failed", code: "reauthentication_needed" }));
  press("Ajouter un appareil");
  press("Afficher le code à scanner");
  await screen.findByRole("dialog", { name: "Confirmez que c’est bien vous" });

  press("Confirmer");
  await screen.findByText("Saisissez votre mot de passe");
  expect(security.proveByPassword).not.toHaveBeenCalled();
  security.proveByPassword.mockResolvedValueOnce(failed({ kind: "failed", code: "current_password_invalid" }));
  type("Mot de passe actuel", "faux");
  press("Confirmer");
  await screen.findByText("Ce mot de passe n’est pas le bon.");
  type("Mot de passe actuel", " Bruyère-Matin-57 ");
  press("Confirmer");
  await screen.findByText("ABCD EFGH IJKL");
  expect(security.proveByPassword).toHaveBeenLastCalledWith(" Bruyère-Matin-57 ");
  expect(security.beginDevice).toHaveBeenCalledTimes(2);
});

test("Who knows no password proves themselves with digits; who gives up changes nothing", async () => {
  const { security } = show({});
  await screen.findByText(/Aucun second facteur/);
  const refusal = failed({ kind: "failed", code: "reauthentication_needed" } as const);
  security.beginDevice.mockResolvedValueOnce(refusal).mockResolvedValueOnce(refusal);
  press("Ajouter un appareil");
  press("Afficher le code à scanner");
  await screen.findByRole("dialog");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Annuler" }));
  await screen.findByText(/confirmez d’abord que c’est bien vous/);

  press("Afficher le code à scanner");
  await screen.findByRole("dialog");
  press("Recevoir un code");
  await screen.findByText(/Un code vient de partir/);
  type("Code reçu", " 12345678 ");
  press("Confirmer");
  await screen.findByText("ABCD EFGH IJKL");
  expect(security.proveByDigits).toHaveBeenCalledWith("12345678");
});

test("Accounts elsewhere that open this one are listed, and let go after a second press", async () => {
  const google = { id: "i1", provider: "google", address: "paul@exemple.fr", addedAt: "2026-11-20T08:00:00Z" };
  const { security } = show({ identities: [google] });
  const list = within(await screen.findByRole("list", { name: "Comptes liés au vôtre" }));
  expect(list.getByText("paul@exemple.fr")).toBeTruthy();
  security.unlinkIdentity.mockResolvedValueOnce(failed({ kind: "failed", code: "single_identity_not_deletable" }));
  press("Retirer Google");
  press("Retirer Google");
  await screen.findByText(/C’est votre seul moyen de connexion/);
  press("Retirer Google");
  await screen.findByText("Google n’ouvre plus votre compte.");
  expect(security.unlinkIdentity).toHaveBeenLastCalledWith("i1");
});

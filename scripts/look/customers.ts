import { createHmac } from "node:crypto";

export const customer = { email: "yann@menuiserie.example", password: "Bruyère-Matin-57" };
/** Has an account and has asked for nothing yet. */
export const newcomer = { email: "claire@etude.example", password: "Genêt-Soirée-85" };

const answers = {
  email_param: customer.email,
  funnel_origin_param: "secretariat",
  first_name_param: "Yann",
  last_name_param: "Kerbrat",
  phone_param: "06 39 98 20 16",
  company_name_param: "Menuiserie Kerbrat",
  business_type_param: "menuiserie",
  registration_path_param: "/inscription-secretariat",
  welcome_message_param: "Bonjour, je suis l’assistant vocal de la menuiserie.",
  intention_param: "rdv",
  calls_per_month_param: 50,
  business_hours_param: ["24h"],
  voice_param: "feminin",
};

const nobody = "00000000-0000-4000-8000-000000000000";

type Keys = { apikey: string; paymentSecret: string };

/** As clients of the service do it; two payments wait for a person: one too small, one without a lead. */
export async function fillWithCustomers(siteUrl: string, { apikey, paymentSecret }: Keys): Promise<void> {
  await call("/auth/v1/signup", newcomer);
  const { access_token: token, user } = (await call("/auth/v1/signup", customer)) as Account;
  const owner = { user_id_param: user.id, registration_path_param: answers.registration_path_param };
  await call("/rest/v1/rpc/create_profile_if_not_exists", owner, token);
  const sent = await call("/rest/v1/rpc/create_lead_without_auth", answers, token);
  const { reference } = sent as { reference: string };
  await pay(siteUrl, paymentSecret, { id: "evt_too_small", reference, amount: 1200 });
  await pay(siteUrl, paymentSecret, { id: "evt_of_nobody", reference: nobody, amount: 9700 });

  async function call(path: string, body: Record<string, unknown>, token = apikey): Promise<unknown> {
    const headers = { "content-type": "application/json", apikey, authorization: `Bearer ${token}` };
    const answer = await fetch(siteUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.status === 204 ? undefined : answer.json();
  }
}

type Account = { access_token: string; user: { id: string } };

type Paid = { id: string; reference: string; amount: number };

/** In the scheme of the provider, under its secret; the amount in cents. */
async function pay(siteUrl: string, secret: string, { id, reference, amount }: Paid): Promise<void> {
  const session = {
    object: "checkout.session",
    client_reference_id: reference,
    customer_details: { email: "comptabilite@menuiserie.example" },
    payment_status: "paid",
    amount_total: amount,
    currency: "eur",
  };
  const body = JSON.stringify({ id, object: "event", type: "checkout.session.completed", data: { object: session } });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` };
  const answer = await fetch(`${siteUrl}/functions/v1/payment-events`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The payment ${id} was answered ${answer.status}.`);
}

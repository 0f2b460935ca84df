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

/** As clients of the service do it. */
export async function fillWithCustomers(siteUrl: string, apikey: string): Promise<void> {
  await call("/auth/v1/signup", newcomer);
  const { access_token: token, user } = (await call("/auth/v1/signup", customer)) as Account;
  const owner = { user_id_param: user.id, registration_path_param: answers.registration_path_param };
  await call("/rest/v1/rpc/create_profile_if_not_exists", owner, token);
  await call("/rest/v1/rpc/create_lead_without_auth", answers, token);

  async function call(path: string, body: Record<string, unknown>, token = apikey): Promise<unknown> {
    const headers = { "content-type": "application/json", apikey, authorization: `Bearer ${token}` };
    const answer = await fetch(siteUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.status === 204 ? undefined : answer.json();
  }
}

type Account = { access_token: string; user: { id: string } };

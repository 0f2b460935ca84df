/** What the site brings, until the team words it otherwise: the id is that of its later versions. */
export const startingTemplates: readonly { id: string; name: string; subject: string; text: string }[] = [
  {
    id: "0d3b1c5e-6a70-4f0e-9c1d-1f6a52b7c101",
    name: "Premier contact",
    subject: "Votre demande\u00a0: {offre}",
    text: `Bonjour {prénom},

Merci de votre intérêt pour notre offre «\u00a0{offre}\u00a0». J’ai lu votre demande et je m’en occupe.

Quand pouvons-nous en parler dix minutes\u00a0? Répondez à cet e-mail avec deux créneaux et le numéro où vous joindre.

À bientôt,
{signature}`,
  },
  {
    id: "0d3b1c5e-6a70-4f0e-9c1d-1f6a52b7c102",
    name: "Après un appel manqué",
    subject: "Je n’ai pas réussi à vous joindre",
    text: `Bonjour {prénom},

Je viens de vous appeler au sujet de votre demande «\u00a0{offre}\u00a0», sans succès.

Quand puis-je vous rappeler\u00a0? Un créneau par retour d’e-mail suffit. Vous préférez tout régler par écrit\u00a0? Posez-moi vos questions ici.

Bonne journée,
{signature}`,
  },
  {
    id: "0d3b1c5e-6a70-4f0e-9c1d-1f6a52b7c103",
    name: "Prix et lien de commande",
    subject: "Votre proposition\u00a0: {offre}",
    text: `Bonjour {prénom},

Comme convenu, voici ce que coûte «\u00a0{offre}\u00a0» pour {entreprise}\u00a0: {montant}.

Si cela vous convient, ce lien reprend votre commande là où vous l’avez laissée\u00a0:
{lien}

Une question\u00a0? Répondez à cet e-mail, je vous lis.

Cordialement,
{signature}`,
  },
  {
    id: "0d3b1c5e-6a70-4f0e-9c1d-1f6a52b7c104",
    name: "Commande à terminer",
    subject: "Votre commande vous attend",
    text: `Bonjour {prénom},

Votre commande «\u00a0{offre}\u00a0» est enregistrée\u00a0: il ne manque que sa confirmation. Ce lien rouvre votre récapitulatif, sans rien ressaisir\u00a0:
{lien}

Un point vous retient\u00a0? Dites-le-moi en répondant à cet e-mail.

Bonne journée,
{signature}`,
  },
  {
    id: "0d3b1c5e-6a70-4f0e-9c1d-1f6a52b7c105",
    name: "Après le paiement",
    subject: "La suite de votre commande",
    text: `Bonjour {prénom},

Merci de votre confiance. Nous préparons la mise en service de «\u00a0{offre}\u00a0» pour {entreprise}.

Qui pouvons-nous contacter chez vous, et à quels horaires\u00a0? Répondez simplement à cet e-mail. Je vous écris dès que tout est prêt.

À bientôt,
{signature}`,
  },
];

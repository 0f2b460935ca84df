import { expect, test } from "vitest";

import { type FoundArticle, searchArticles } from "./search-articles.ts";

const article = (title: string, words = "", subject = "Accueil téléphonique", text = ""): FoundArticle => ({
  path: `/blog/${title}`,
  title,
  day: "2025-09-01",
  subject,
  words,
  text,
});
const articles = [
  article("Répondre la nuit", "Qui appelle à 22 heures, au cœur de la nuit", undefined, "plombier serveur"),
  article("Données hébergées en France", "L’adresse du serveur ne suffit pas", "Droit et données"),
  article("Le serveur vocal", "Un menu à touches"),
];
const titles = (query: string) => searchArticles(articles, query).map(({ title }) => title);

test.each([
  ["repondre", ["Répondre la nuit"]],
  ["RÉPONDRE  nuit", ["Répondre la nuit"]],
  ["donnees", ["Données hébergées en France"]],
  ["coeur", ["Répondre la nuit"]],
  ["cœur", ["Répondre la nuit"]],
  ["droit", ["Données hébergées en France"]],
  ["serv", ["Le serveur vocal", "Données hébergées en France", "Répondre la nuit"]],
  ["plombiers", []],
  ["l’plomb", ["Répondre la nuit"]],
  ["nuit serveur", ["Répondre la nuit"]],
  ["donnees nuit", []],
  ["erveur", []],
  ["", []],
  [" ,;!? ", []],
  ["<script>", []],
  ["<b>", []],
  ["b", []],
  [".*", []],
  ["🦊", []],
  ["a".repeat(5000), []],
])("%s", (query, expected) => {
  expect(titles(query)).toEqual(expected);
});

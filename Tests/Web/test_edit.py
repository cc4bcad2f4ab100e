"""`cellist edit`: records are edited in open pages, by who has the address, and nothing that others write is lost."""

import base64
import json
import os
import re
import threading

import pytest
from raw_socket import ask, request
from test_accessibility import violations
from watched_site import WatchedSite, wait_until

ROUNDS = int(os.environ.get("CELLIST_ROUNDS", "60"))
PORT = 4780
FILES = {
    "content/site.yml": "title: Test\n",
    "content/birds/list.yml": """\
record:
  name: text
  family: text
  weight: {type: integer?, unit: g}
  rare: boolean?
  habitat: {type: [{choice: [wood, water, town]}], split: ";", optional: true}
  seen-by: {record: people, optional: true, label: Seen by}
id: name
record-pages: true
""",
    "content/people/list.yml": "record: {name: text, born: date?, photo: {type: asset?, alt: name}, likes: {type: [text],"
                               " optional: true}, body: markdown?}\nrecord-pages: true\n",
    "content/people/ada.md": "---\nname: Ada   # her name\nborn: 1815-12-10\nlikes: [numbers]\n---\nWrote *Notes*.\n",
    "content/index.md": "---\ntitle: Home\nviews: {light: {list: birds, where: {weight: {below: 100}}}}\n---\n",
    "themes/small/theme.yml": "extends: default\n",
}
TABLE = "name,family,weight,rare,habitat,seen-by\nRobin,Thrushes,18,,wood; town,ada\nRook,Crows,450,false,,\n"


@pytest.fixture(scope="module")
def site():
    site = WatchedSite(port=PORT, command="edit", files=FILES)
    yield site
    assert site.close() == 0


@pytest.fixture
def content(site):
    site.write("content/birds/birds.csv", TABLE)
    for path in (site.folder / "content/people").iterdir():
        if path.name not in ("list.yml", "ada.md"):
            path.unlink()
    for path, text in FILES.items():
        site.write(path, text)
    wait_until(lambda: b"Rook" in site.get("/birds/").content and site.get("/people/ada/").status == 200)
    return site.folder / "content"


@pytest.fixture
def page(site, content, browser):
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(site.address)
    page.goto(f"{site.origin}/birds/")
    page.get_by_role("button", name="Add…").wait_for()
    yield page
    context.close()


def token(site):
    return site.address.partition("=")[2]


def post(site, question, *headers, own=True):
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    own = [f"Origin: {site.origin}", f"X-Cellist-Token: {token(site)}", "Content-Type: application/json"] if own else []
    head = request("POST /__cellist/edit", f"Host: localhost:{site.port}", f"Content-Length: {len(body)}", *own, *headers)
    return ask(site.port, head + body, "POST")


def asked(site, **question):
    return json.loads(post(site, question).content)


def opened(page, title):
    page.locator(".bar select").first.select_option(label=title)
    page.locator(".bar button.main").click()
    page.locator("dialog[open] h2", has_text=title).wait_for()


def saved(page, text="Saved in"):
    page.locator(".status", has_text=text).wait_for()


# Who may edit


def test_only_the_printed_address_opens_the_forms(site, content, browser):
    assert re.fullmatch(r"[0-9a-f]{32}", token(site))
    for path in ["/birds/", "/__cellist/edit.js", "/__cellist/edit.css", f"/?edit={token(site)}"]:
        answer = site.get(path)
        assert token(site).encode() not in answer.content and "Set-Cookie" not in answer.headers
    # Forms are small, and no part of the site.
    assert len(site.get("/__cellist/edit.js").content) < 20_000
    page = site.get("/birds/")
    assert page.headers["X-Frame-Options"] == "SAMEORIGIN" and page.headers["Referrer-Policy"] == "no-referrer"
    assert not list((site.folder / "site").rglob("*edit.js"))
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site.origin}/birds/")
    assert page.locator("cellist-edit").count() == 0
    page.goto(f"{site.origin}/birds/?edit=wrong")
    page.locator(".status", has_text="open it again").wait_for()
    page.goto(f"{site.address}#top")
    page.get_by_role("button", name="Add…").wait_for()
    assert page.url == f"{site.origin}/#top"
    assert context.cookies() == []
    # Another name of this machine is another origin.
    page.goto(site.origin.replace("localhost", "127.0.0.1") + "/birds/")
    assert page.locator("cellist-edit").count() == 0
    # It frames no page of the other: a click in a frame would be a reader's own.
    page.evaluate("""address => { const frame = document.createElement("iframe"); frame.src = address;
      document.body.append(frame); return new Promise(done => { frame.onload = () => done() }) }""", site.address)
    assert page.frames[1].locator("cellist-edit").count() == 0 and page.frames[1].url.startswith("chrome-error:")
    context.close()


def test_strangers_cannot_edit(site, content):
    save = {"do": "save", "list": "birds", "id": "Robin", "values": {"weight": "1"}}
    origin, key = f"Origin: {site.origin}", f"X-Cellist-Token: {token(site)}"
    kind = "Content-Type: application/json"
    for headers in [
        [], [origin, kind], [key, kind], [origin, key], ["Origin: http://evil.example", key, kind],
        ["Origin: null", key, kind], [f"Origin: http://localhost:{site.port + 1}", key, kind],
        [origin, key, "Content-Type: text/plain"], [origin, f"{key}0", kind], [origin, origin, key, kind],
        [origin, f"Cookie: {key}", kind], [origin, key, key, kind],
    ]:
        assert post(site, save, *headers, own=False).status == 403, headers
    body = json.dumps(save).encode()
    for host in ["evil.example", f"evil.example:{site.port}", "localhost"]:
        head = request("POST /__cellist/edit", f"Host: {host}", f"Content-Length: {len(body)}", origin, key, kind)
        assert ask(site.port, head + body, "POST").status == 403
    assert post(site, b" " * 16_000_001).status == 413
    assert site.get("/__cellist/edit", key, method="PUT").status == 405
    assert (content / "birds/birds.csv").read_text() == TABLE


@pytest.mark.parametrize("question", [
    b"", b"[", b"[]", b"1", b"{}", {"do": "drop"}, {"do": "save"}, {"do": "save", "list": "birds", "id": "Robin", "values": {"name": {}}},
    {"do": "form", "list": "../birds", "id": "Robin"}, {"do": "rename", "list": "people", "id": "ada", "new": "../../x"},
    *({"do": "add", "list": "people", "id": name, "values": {"name": "X"}}
      for name in ["../x", "/a", "a//b", "/tmp/x", "sub/../../x", "a\0", " ", " x", ".x", ""]),
    {"do": "add", "list": "people", "id": "x", "values": {}}, {"do": "undo", "x": [[[[]]]]},
    {"do": "save", "list": "people", "id": "ada", "values": {"photo": "x.md"}, "files": [{"name": "x.md", "data": ""}]},
    {"do": "save", "list": "people", "id": "ada", "values": {"photo": "x.png"}, "files": [{"name": "../x.png", "data": ""}]},
    {"do": "save", "list": "people", "id": "ada", "values": {"name": "A"}, "files": [{"name": ".x.png", "data": ""}]},
    {"do": "save", "list": "people", "id": "ada", "values": {"photo": "x.png"}, "files": [{"name": "x.png", "data": "-"}]},
])
def test_what_is_asked_wrongly_is_told_and_nothing_is_written(site, content, question):
    before = {path: path.read_bytes() for path in content.rglob("*") if path.is_file()}
    if isinstance(question, dict) and question["do"] == "undo":
        while "errors" not in asked(site, do="undo"):
            pass
        before = {path: path.read_bytes() for path in content.rglob("*") if path.is_file()}
    assert json.loads(post(site, question).content)["errors"][0]["message"]
    assert {path: path.read_bytes() for path in content.rglob("*") if path.is_file()} == before


# What is edited


def test_a_value_is_saved_and_the_page_follows(page, content):
    page.evaluate("window.same = 1")
    opened(page, "Robin")
    assert page.locator("dialog [name=weight]").input_value() == "18"
    page.fill("dialog [name=weight]", "19")
    page.select_option("dialog [name=rare]", "true")
    page.get_by_label("water").check()
    page.click("dialog button.main")
    saved(page, "Saved in content/birds/birds.csv")
    assert (content / "birds/birds.csv").read_text() == TABLE.replace("18,,wood; town", "19,true,wood; water; town")
    page.locator("main", has_text="19").first.wait_for()
    assert page.evaluate("window.same") == 1
    page.get_by_role("button", name="Undo").click()
    saved(page, "Taken back in content/birds/birds.csv")
    assert (content / "birds/birds.csv").read_text() == TABLE


def test_records_in_views_are_edited_where_they_are(site, page, content):
    page.goto(site.origin)
    page.locator("main", has_text="Robin").hover()
    page.locator("[id='light:robin']").hover()
    page.locator(".near").click()
    page.fill("dialog [name=weight]", "20")
    page.click("dialog button.main")
    saved(page, "Saved in content/birds/birds.csv")
    page.locator("main", has_text="20").first.wait_for()
    assert (content / "birds/birds.csv").read_text() == TABLE.replace("18", "20")


def test_what_is_missing_is_said_without_words_of_settings(page, content):
    opened(page, "Robin")
    page.fill("dialog [name=family]", "")
    page.click("dialog button.main")
    assert page.locator("dialog .bad .error").first.text_content() == "fill this in"


def test_an_error_stands_at_its_field(page, content):
    opened(page, "Robin")
    page.fill("dialog [name=weight]", "much")
    page.fill("dialog [name=seen-by]", "nobody")
    page.click("dialog button.main")
    error = page.locator("dialog .bad .error").first
    error.wait_for()
    assert "integer" in error.inner_text()
    assert page.locator("dialog [name=weight]").get_attribute("aria-invalid") == "true"
    assert page.evaluate("document.querySelector('cellist-edit').shadowRoot.activeElement.name") == "weight"
    assert (content / "birds/birds.csv").read_text() == TABLE
    page.fill("dialog [name=weight]", "20")
    page.fill("dialog [name=seen-by]", "ada")
    page.click("dialog button.main")
    saved(page)
    assert "Robin,Thrushes,20," in (content / "birds/birds.csv").read_text()


def test_text_dates_items_and_a_picture(page, content, site):
    page.goto(f"{site.origin}/people/ada/")
    page.get_by_role("button", name="Edit Ada").click()
    assert page.locator("dialog [name=born]").get_attribute("type") == "date"
    page.fill("dialog [name=born]", "1815-12-11")
    page.get_by_role("button", name="Add an item").click()
    page.keyboard.type("engines")
    page.fill("dialog textarea", "Wrote *more* on [birds](../birds/).\n")
    page.locator("dialog .shown em", has_text="more").wait_for()
    assert page.locator("dialog .shown a").get_attribute("href") == "/birds/"
    picture = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")
    page.set_input_files("dialog [type=file]", {"name": "Ädas Bild.PNG", "mimeType": "image/png", "buffer": picture})
    assert page.locator("dialog [name=photo]").input_value() == "adas-bild.png"
    page.click("dialog button.main")
    saved(page)
    assert (content / "people/adas-bild.png").read_bytes() == picture
    assert (content / "people/ada.md").read_text() == (
        "---\nname: Ada   # her name\nborn: 1815-12-11\nphoto: adas-bild.png\nlikes: [numbers, engines]\n---\n"
        "Wrote *more* on [birds](../birds/).\n")
    page.get_by_role("button", name="Undo").click()
    saved(page, "Taken back")
    assert not (content / "people/adas-bild.png").exists()
    assert (content / "people/ada.md").read_text() == FILES["content/people/ada.md"]


def test_records_come_are_renamed_and_go(page, content):
    page.get_by_role("button", name="Add…").click()
    page.fill("dialog [name=name]", "Wren")
    page.click("dialog button.main")
    page.locator("dialog .bad", has_text="family").wait_for()
    page.fill("dialog [name=family]", "Wrens")
    page.click("dialog button.main")
    saved(page, "Added to")
    assert (content / "birds/birds.csv").read_text() == TABLE + "Wren,Wrens,,,,\n"
    page.locator("main", has_text="Wren").first.wait_for()
    page.locator(".bar option", has_text="Wren").first.wait_for(state="attached")
    opened(page, "Wren")
    page.get_by_role("button", name="Rename…").click()
    page.fill("dialog #new", "Jenny")
    page.keyboard.press("Enter")
    saved(page, "Renamed in")
    assert "Jenny,Wrens" in (content / "birds/birds.csv").read_text()
    assert "/birds/wren/: birds/jenny/" in (content / "site.yml").read_text()
    page.locator(".bar option", has_text="Jenny").first.wait_for(state="attached")
    opened(page, "Jenny")
    page.get_by_role("button", name="Remove", exact=True).last.click()
    page.get_by_role("button", name="Really remove it?").click()
    page.locator("dialog .error", has_text="birds/jenny").wait_for()
    page.fill("dialog [name=family]", "Other")
    page.keyboard.press("Escape")
    page.locator("dialog .error", has_text="not saved").wait_for()
    page.keyboard.press("Escape")
    opened(page, "Rook")
    page.get_by_role("button", name="Remove", exact=True).last.click()
    page.get_by_role("button", name="Really remove it?").click()
    saved(page, "Removed from")
    assert "Rook" not in (content / "birds/birds.csv").read_text()


def test_another_name_is_a_rename(page, content):
    opened(page, "Robin")
    page.fill("dialog [name=name]", "Redbreast")
    page.fill("dialog [name=weight]", "17")
    page.click("dialog button.main")
    saved(page)
    assert (content / "birds/birds.csv").read_text() == TABLE.replace("Robin,Thrushes,18", "Redbreast,Thrushes,17")
    assert "/birds/robin/: birds/redbreast/" in (content / "site.yml").read_text()


def test_line_ends_stay(page, content, site):
    text = "---\r\nname: Bo\r\nborn: 1900-01-01\r\n---\r\nOne\r\n\r\ntwo.\r\n"
    (content / "people/bo.md").write_bytes(text.encode())
    wait_until(lambda: site.get("/people/bo/").status == 200)
    page.goto(f"{site.origin}/people/bo/")
    page.get_by_role("button", name="Edit Bo").click()
    page.fill("dialog [name=born]", "1900-01-02")
    page.click("dialog button.main")
    saved(page)
    assert (content / "people/bo.md").read_bytes() == text.replace("01-01", "01-02").encode()
    page.get_by_role("button", name="Edit Bo").click()
    page.fill("dialog textarea", "One\n\nthree.\n")
    page.click("dialog button.main")
    page.locator("main", has_text="three").wait_for()
    assert (content / "people/bo.md").read_bytes() == text.replace("01-01", "01-02").replace("two", "three").encode()


def test_a_picture_of_the_same_name_is_replaced_and_that_of_another_is_not(site, content):
    picture = {"name": "a.svg", "data": base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode()}
    other = picture | {"data": base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg' width='2'/>").decode()}
    save = {"do": "save", "list": "people", "id": "ada", "was": {}}
    assert "written" in asked(site, **save, values={"photo": "a.svg"}, files=[picture])
    assert asked(site, **save, values={}, files=[other])["written"] == ["content/people/a.svg"]
    assert b"width" in (content / "people/a.svg").read_bytes()
    asked(site, do="add", list="people", id="cy", values={"name": "Cy"})
    answer = asked(site, do="save", list="people", id="cy", was={}, values={"photo": "a.svg"}, files=[picture])
    assert "another file 'a.svg'" in answer["errors"][0]["message"]
    assert b"width" in (content / "people/a.svg").read_bytes()


def test_what_others_changed_is_not_undone(site, content):
    while asked(site, do="undo").get("undo"):
        pass
    site.write("content/birds/birds.csv", TABLE)
    for weight in ["19", "20"]:
        asked(site, do="save", list="birds", id="Robin", values={"weight": weight}, was={})
    site.write("content/birds/birds.csv", TABLE.replace("Rook", "Raven"))
    answer = asked(site, do="undo")
    assert "goes on to the one before" in answer["errors"][0]["message"] and answer["undo"] == 1
    assert (content / "birds/birds.csv").read_text() == TABLE.replace("Rook", "Raven")


def test_each_tab_takes_its_own_edits_back(site, content):
    other = FILES["content/people/ada.md"]
    asked(site, do="save", list="birds", id="Robin", values={"weight": "19"}, was={}, tab="one")
    asked(site, do="save", list="people", id="ada", values={"born": "1815-12-11"}, was={}, tab="two")
    assert "errors" in asked(site, do="undo", tab="three")
    assert asked(site, do="undo", tab="one") == {"written": ["content/birds/birds.csv"], "undo": 0}
    assert (content / "birds/birds.csv").read_text() == TABLE and (content / "people/ada.md").read_text() != other
    assert asked(site, do="undo", tab="two")["written"] == ["content/people/ada.md"]
    assert (content / "people/ada.md").read_text() == other


def test_a_conflict_is_shown_and_not_overwritten(page, content, site):
    opened(page, "Robin")
    site.write("content/birds/birds.csv", TABLE.replace("18", "25"))
    page.fill("dialog [name=weight]", "19")
    page.click("dialog button.main")
    page.locator("dialog .error", has_text="25").wait_for()
    assert (content / "birds/birds.csv").read_text() == TABLE.replace("18", "25")
    page.click("dialog button.main")
    saved(page)
    assert (content / "birds/birds.csv").read_text() == TABLE.replace("18", "19")


def test_a_table_is_edited_with_the_keyboard(page, content):
    page.get_by_role("button", name="Table…").click()
    page.locator("dialog td input").first.wait_for()
    for key in ["ArrowRight", "ArrowRight"]:
        page.keyboard.press("End")
        page.keyboard.press(key)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    page.keyboard.type("460")
    page.keyboard.press("Tab")
    wait_until(lambda: (content / "birds/birds.csv").read_text() == TABLE.replace("18", "21").replace("450", "460"))
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("heavy")
    page.keyboard.press("ArrowUp")
    page.locator("dialog .error", has_text="weight of Rook").wait_for()
    assert page.locator("dialog td input[aria-invalid=true]").input_value() == "heavy"


@pytest.mark.parametrize("width, scheme", [(1100, "light"), (1100, "dark"), (320, "light")])
def test_forms_are_accessible(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    assert violations(page) == {}
    opened(page, "Robin")
    assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog = page.locator("dialog").bounding_box()
    assert dialog["x"] >= 0 and dialog["x"] + dialog["width"] <= width
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table…").click()
    page.locator("dialog td input").first.wait_for()
    assert violations(page) == {}


def test_nothing_that_an_editor_writes_is_lost(site, content):
    """The editor and a form save the same file at once: what the editor wrote is there, whoever came first."""
    place = content / "birds/birds.csv"
    answers = []
    for number in range(ROUNDS):
        site.write("content/birds/birds.csv", TABLE)

        def save():
            answers.append(asked(site, do="save", list="birds", id="Robin", values={"weight": str(number + 1000)}, was={}))

        form = threading.Thread(target=save)
        form.start()
        for step in range(20):
            site.write("content/birds/birds.csv", TABLE.replace("Crows", f"Crows {step}"))
        form.join()
        assert "Crows 19" in place.read_text(), f"round {number}: {answers[-1]}"
    assert all("written" in answer or "meanwhile" in answer["errors"][0]["message"] for answer in answers)

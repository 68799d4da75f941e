"""Where play goes on, the menu and the scores."""

from transitions import EventData

from firmware_host.flow.effects import Abandon
from firmware_host.flow.history import Page, pages_of
from firmware_host.flow.others import Others
from firmware_host.view import STANDINGS_A_PAGE


class Menus(Others):
    """Callbacks of the screens that lie over a game, and of the way back to it."""

    def in_start(self, _: EventData) -> bool:
        return self.playing.phase == "start" and not self._is_offered and not self.playing.taken

    def in_offer(self, _: EventData) -> bool:
        return self._is_offered

    @property
    def _is_offered(self) -> bool:
        return "take" in self.playing.legal

    def in_choose(self, _: EventData) -> bool:
        return self.playing.phase == "choose"

    def in_decide(self, _: EventData) -> bool:
        return self.playing.phase == "decide" and self.playing.dice_left == 0

    def in_last_die(self, _: EventData) -> bool:
        return self.playing.phase == "last_die"

    def in_roll_off(self, _: EventData) -> bool:
        return self.playing.phase == "roll_off"

    def in_over(self, _: EventData) -> bool:
        return self.playing.phase == "over"

    def open_menu(self, _: EventData) -> None:
        self.item = 0

    @property
    def menu_items(self) -> tuple[str, ...]:
        """What the menu offers, by the keys of its words."""
        undo = ["undo"] if self.to_take_back else []
        redo = ["redo"] if self.to_make_again else []
        # Dice that lie there and are asked about are of the throw that is on.
        dice = [] if self.awaited and self.checked else ["dice"]
        put_away = ["put_away"] if self.can_put_away else []
        others = ["others"] if self.others else []
        if self.playing.phase == "over":
            return ("go_on", *undo, *redo, "scores", *others)
        return ("go_on", *undo, *redo, "scores", *dice, *put_away, *others, "give_up")

    def previous_item(self, _: EventData) -> None:
        self.item = (self.item - 1) % len(self.menu_items)

    def next_item(self, _: EventData) -> None:
        self.item = (self.item + 1) % len(self.menu_items)

    def item_is_go_on(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "go_on"

    def item_is_scores(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "scores"

    def item_is_give_up(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "give_up"

    def item_is_put_away(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "put_away"

    def item_is_others(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "others"

    def item_is_dice(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "dice"

    def item_is_undo(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "undo"

    def item_is_redo(self, _: EventData) -> bool:
        return self.menu_items[self.item] == "redo"

    def next_dice(self, _: EventData) -> None:
        self.stop_awaiting()
        self.setup = self.setup.with_next_dice()

    def give_up(self, _: EventData) -> None:
        self.effects.append(Abandon(self.playing.scores))
        self.leave()

    def first_page(self, _: EventData) -> None:
        self.page = 0

    @property
    def pages(self) -> int:
        return -(-len(self.playing.players) // STANDINGS_A_PAGE)

    @property
    def history(self) -> tuple[Page, ...]:
        """The turns played, every player's."""
        return pages_of(self.past, self.playing)

    def next_turns(self, _: EventData) -> None:
        self.page = (self.page + 1) % len(self.history)

    def previous_turns(self, _: EventData) -> None:
        self.page = (self.page - 1) % len(self.history)

    def has_history(self, _: EventData) -> bool:
        return len(self.history) > 1

    def next_player(self, _: EventData) -> None:
        """On to the first page of the player after."""
        seats = [page.seat for page in self.history]
        others = [at for at, seat in enumerate(seats) if seat != seats[self.page]]
        self.page = next((at for at in others if at > self.page), 0)

    def has_pages(self, _: EventData) -> bool:
        return self.pages > 1

    def previous_page(self, _: EventData) -> None:
        self.page = (self.page - 1) % self.pages

    def next_page(self, _: EventData) -> None:
        self.page = (self.page + 1) % self.pages
